//! What is special about C++.
