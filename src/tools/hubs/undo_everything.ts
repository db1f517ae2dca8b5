import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { hub } from '../../../actors/hub/index.ts'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { participantByName } from '../../reading/account/participant_named.ts'
import {
  connectionsOfKey,
  isKeeperOf,
  linkedIds,
  noPlan,
  planUndo,
  type Stretch,
  type UndoPlan,
} from '../../reading/hub/undo_plan.ts'
import { type Markdown, md, ref } from '../../render/markdown/md.ts'
import { invalid, notFound } from '../../rules/errors.ts'
import { instant } from '../../text/instant.ts'
import { type Caller, isAssistant } from '../../rules/caller.ts'
import { principal } from '../../rules/one_human.ts'
import { inputs, lifetimes, timers } from '../../rules/limits.ts'
import { foldReasons } from '../../rules/closed_lists.ts'
import { iso, spanned } from '../../rules/units.ts'
import {
  choice,
  flag,
  hub as hubField,
  id,
  integer,
  narrowing,
  note,
  optional,
  participant,
  text,
} from '../input/fields.ts'
import { partial, rows } from '../output/shapes.ts'
import { tool } from '../tool.ts'
import type { Sql } from '../../../sql/client.ts'
import { present, presentAs } from '../../records/present.ts'

export const undoEverything = tool({
  name: 'undo_everything',
  title: 'Undo everything',
  kind: 'write',
  about:
    'Take back all one id did in a hub: edits, suggestions, proposed decisions, posts, unfinished tasks. dry_run counts first. moderate show with the batch_id brings it back.',
  destructive: true,
  input: {
    hub: hubField(),
    participant: participant('@handle or id'),
    include_linked: optional(
      flag(`also hide the last ${spanned(timers.hideRecentPosts)} of posts by its human and their agents`),
    ),
    since: optional(narrowing(text(0, inputs.since, 'only what was done from then on, ISO 8601'))),
    until: optional(narrowing(text(0, inputs.since))),
    key: optional(
      narrowing(
        id('credential', 'only what came by this connection of yours or of your agent: Settings lists their ids'),
      ),
    ),
    reason: optional(choice(foldReasons)),
    note: optional(note('for the log')),
    dry_run: optional(flag('count only')),
  },
  output: {
    batch_id: id('undo'),
    hub_id: id('hub'),
    dry_run: flag(),
    participants: rows(Type.String()),
    edits_undone: integer(0),
    edits_kept: rows(partial({ edit_id: id('edit'), reason: choice(['built_on', 'pad_hidden']) })),
    suggestions_withdrawn: integer(0),
    posts_hidden: integer(0),
    tasks_reopened: integer(0),
    decisions_withdrawn: integer(0),
  },
  sensitive: ({ note }) => ({ note }),

  async run({ input, caller, reader, ask, mint, now, parts }) {
    const { sql, shortLived } = parts
    const { dry_run = false, include_linked = false, reason, note } = input
    const hub_id = await readableHub(sql, reader, input.hub)
    const { id: whom } = await participantByName(sql, input.participant)
    const keys = input.key === undefined ? undefined : await ownKeys(sql, caller, input.key, whom)
    const stretch = { ...stretchOf(input), ...present({ keys }) }
    const linked = include_linked ? await linkedIds(sql, whom) : []
    const previews = shortLived.of('preview')
    const preview = previewKey(caller, [hub_id, whom, include_linked, reason ?? '', stretch])
    const args = {
      entry: mint('act'),
      batch_id: mint('undo'),
      participant: whom,
      linked,
      counted_at: now,
      ...stretch,
      ...present({ reason, note }),
      previewed: isAssistant(caller) && (await previews.get(preview)) !== undefined,
    }
    // a host of the previous release would ignore keys and take back more: see narrowed_to_keys
    const operation = keys === undefined ? 'undo_everything' : 'undo_everything_of_keys'
    const count = () => planUndo(sql, { hub_id, participant_id: whom, linked, ...stretch }, now)
    if (dry_run) await ask(hub, hub_id, operation, { ...args, ...planned(noPlan()), dry_run })
    // counting is expensive, so not for callers who will be refused
    const plan = (await isKeeperOf(sql, reader, hub_id)) ? await count() : noPlan()
    if (dry_run && isAssistant(caller)) {
      await previews.put(preview, { by_id: caller.id, target_id: hub_id, what: 'undo' }, lifetimes.undoPreview)
    }
    const { batch_id, ...done } = dry_run
      ? { batch_id: '', hub_id, participants: [whom, ...linked], ...plan.counts }
      : await ask(hub, hub_id, operation, { ...args, ...planned(plan) })
    const counts = countsOf(done)
    return {
      text: dry_run
        ? md`Nothing was changed. It would take back: ${counts}. Call again without dry_run to do it.`
        : md`Taking back: ${counts}. It goes on as batch ${ref(batch_id)}; open_hub with log shows how far it is. moderate with action show and entry ${ref(batch_id)} brings all of it back.`,
      data: { ...(dry_run ? { dry_run } : { batch_id }), ...done },
    }
  },
})

/** The preview of a call, kept for the same caller, credential and arguments. */
const previewKey = ({ credential_id, id }: Caller, what: readonly unknown[]): string =>
  createHash('sha256')
    .update(`${credential_id} ${id} ${JSON.stringify(what)}`)
    .digest('base64url')

const countsOf = (done: Awaited<ReturnType<typeof planUndo>>['counts']): Markdown =>
  md`edits ${done.edits_undone} (kept ${done.edits_kept.length}), suggestions ${done.suggestions_withdrawn}, decisions ${done.decisions_withdrawn}, posts ${done.posts_hidden}, tasks ${done.tasks_reopened}`

/** The connections of a key. Only its own person sees a key; for others it is missing. */
async function ownKeys(sql: Sql, caller: Caller, key: string, participant: string): Promise<readonly string[]> {
  const found = await connectionsOfKey(sql, { key, participant, principal: principal(caller) })
  if (found.length > 0) return found
  throw notFound(
    'unreadable',
    'key names no connection of yours, or participant is not you or an agent of yours. The credentials of your settings list them by id.',
  )
}

/** Parses a time range. Throws for invalid times, or an end before its start. */
function stretchOf({ since, until }: { readonly since?: string; readonly until?: string }): Stretch {
  const [from, to] = [since, until].map((named) => (named === undefined ? undefined : instant(named)))
  const wrong = (since !== undefined && from === undefined) || (until !== undefined && to === undefined)
  if (wrong || (from !== undefined && to !== undefined && from > to)) {
    throw invalid(
      'since',
      'since and until are times such as 2026-09-24T10:15:00Z, the first before the second. Send them so, or leave them out.',
    )
  }
  return presentAs({
    since: iso(from),
    until: iso(to),
  })
}

const planned = ({ counts, planned, steps }: UndoPlan) => ({ plan: counts, planned, steps })
