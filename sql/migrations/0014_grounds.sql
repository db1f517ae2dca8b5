-- Posts that a task or a thread came of. The words stay with the post: who may not read it sees nothing of it here.
-- Up Migration

create table ground (
  -- the task or thread
  of_id text not null,
  -- the thread it stands in; of a thread its own id
  of_thread_id text not null,
  post_id text not null,
  post_thread_id text not null,
  -- its place among the others
  n smallint not null,
  primary key (of_id, post_id)
);

create index ground_of_thread on ground (of_thread_id);
create index ground_post on ground (post_thread_id, post_id);

insert into ground (of_id, of_thread_id, post_id, post_thread_id, n)
select id, thread_id, from_post, thread_id, 0 from task where from_post is not null;
