package com.acme.mail

import com.acme.core.Document

class Letter(val title: String) extends Document {
  override def body: String = "Dear customer"
}
