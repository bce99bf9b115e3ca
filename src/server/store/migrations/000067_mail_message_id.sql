-- An email that another mail server returns is found by its Message-ID.
create unique index mail_message_id on mail (message_id);
