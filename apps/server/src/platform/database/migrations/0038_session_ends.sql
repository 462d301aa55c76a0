-- Why a session ended, for the sign-in page of the device whose session it was.

alter table sessions add column ended_by text;
