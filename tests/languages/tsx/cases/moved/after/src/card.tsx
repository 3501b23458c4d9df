import React from "react";

interface Props {
  title: string;
  items: string[];
}

