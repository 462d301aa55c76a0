-- Whether the sender of a record proved to hold a token of the account that it names; null: from before proofs, a claim that still governs.
alter table usage_consent_subjects add column proved boolean;
