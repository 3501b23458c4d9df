package com.acme.web;

import com.acme.core.Parts;

public class PageFooter extends Parts.Footer {}
