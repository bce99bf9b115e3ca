-- Person who sent the last invitation, for the notice when it is accepted. Null for invitations of the operator.
alter table credential add column invited_by text;
