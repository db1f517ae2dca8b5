-- By which connection words came: an agent's key, or the grant of a chat assistant. One of them that goes wrong can be undone
-- without the others. What was written before has none, and browsers leave none.
-- Up Migration

alter table post add column made_with text;
alter table edit add column made_with text;
alter table decision add column made_with text;
