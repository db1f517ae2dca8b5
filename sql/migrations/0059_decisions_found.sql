-- What was decided before: apart from the change of the table, which nobody may read meanwhile. The last come first.
-- Up Migration

alter table findable validate constraint findable_kind_check;

select keep_findable(id, 'decision', hub_id, pad_id, text, concat_ws(' ', reason, array_to_string(options, ' ')))
from decision;

create index decision_by_change on decision (hub_id, (coalesce(answered_at, at)) desc, id desc);
create index decision_changed on decision ((coalesce(answered_at, at)) desc, id desc);
