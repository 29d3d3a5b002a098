"""Reports of a check for other programs: JUnit XML, SARIF 2.1.0, annotations of GitHub's workflows, Markdown.

Each is a pure function from what was checked (``pipeline.checks.outcome``) to text. What was accepted is told in each, with its
reason, and fails in none. Nothing here decides what is wrong: ``failing`` names the severities that fail a build.
"""
