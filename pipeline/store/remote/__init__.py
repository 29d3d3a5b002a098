"""Results and inputs on object stores and web servers, through fsspec (extra: remote), which is imported when it is used."""
