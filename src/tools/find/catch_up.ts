import { Type } from 'typebox'
import { catchUp as readCatchUp, saveCursor } from '../../reading/catch_up/catch_up.ts'
import type { Changed } from '../../records/changed.ts'
import { present } from '../../records/present.ts'
import { catchUpText } from '../../render/tool_text/catch_up_text.ts'
import { inputs, reads } from '../../rules/limits.ts'
import { choice, flag, hex8, id, integer, opaque, optional, text } from '../input/fields.ts'
import { nested, partial, rows, time } from '../output/shapes.ts'
import { homeShown, hubShown, padShown, threadShown } from '../card_shown.ts'
import { quoting, tool } from '../tool.ts'
import { listedTask } from '../tasks/task_shapes.ts'
import { placeFields, type PlaceNamed } from '../input/place.ts'

const count = () => integer(0)
const details = ['summary', 'text'] as const

export const catchUp = tool({
  name: 'catch_up',
  title: 'Catch up',
  kind: 'read',
  about: 'What changed since a time in one hub, thread or pad, or in all your hubs. Moves no read mark.',
  idempotent: true,
  openWorld: false,
  card: true,
  input: {
    ...placeFields,
    since: optional(
      opaque(
        text(
          0,
          inputs.since,
          'cursor of the last call, or ISO 8601; default: your last catch_up there, else your joining',
        ),
      ),
    ),
    detail: optional(choice(details, 'text also quotes new posts and changed blocks')),
    limit: optional(integer(1, `default ${reads.catchUp.page}`, reads.catchUp.most)),
  },
  output: {
    since: time(),
    cursor: Type.String(),
    more: flag(),
    threads: rows(
      partial({
        thread_id: id('thread'),
        hub_id: id('hub'),
        new_posts: count(),
        from_seq: count(),
        to_seq: count(),
        humans: integer(0, 'new posts by people'),
        mentions_you: flag(),
        status: Type.String(),
        dispute: Type.String(),
      }),
    ),
    pads: rows(
      partial({
        pad_id: id('pad'),
        hub_id: id('hub'),
        from_version: count(),
        to_version: count(),
        section_ids: rows(hex8()),
        suggestions: count(),
        status: Type.String(),
      }),
    ),
    tasks: rows(partial(listedTask)),
    decisions: rows(
      partial({ decision_id: id('decision'), pad_id: id('pad'), thread_id: id('thread'), status: Type.String() }),
    ),
    totals: nested(
      { posts: count(), edits: count(), tasks: count(), decisions: count() },
      { description: 'of what is listed here: the pages that follow, where there are more, have their own' },
    ),
  },

  async run(call) {
    const { input, caller, reader, now, parts } = call
    const { sql, config, pool } = parts
    const texts = input.detail === 'text'
    const wanted = { ...input, texts, limit: input.limit ?? reads.catchUp.page }
    const found = await readCatchUp(parts, reader, wanted, now)
    const { since, cursor, more, changes } = found
    const data = dataOf(changes)
    const printed = await pool.print((fragment) =>
      catchUpText({ ...found, eyes: caller, texts, place: placeAsked(input) }, config.baseUrl, fragment),
    )
    await saveCursor(sql, reader, found, now)
    return {
      text: printed,
      data: {
        since: since.toISOString(),
        cursor,
        more,
        ...data,
        totals: {
          posts: sum(data.threads.map(({ new_posts }) => new_posts)),
          edits: sum(data.pads.map(({ from_version, to_version }) => to_version - from_version)),
          tasks: data.tasks.length,
          decisions: data.decisions.length,
        },
      },
      trust: quoting(found.isPublic ? 'public' : 'private'),
      view: () => caughtUpShown(call, input),
    }
  },
})

function placeAsked({ hub, thread_id, pad_id }: PlaceNamed) {
  if (hub !== undefined) return { argument: 'hub', named: hub } as const
  if (thread_id !== undefined) return { argument: 'thread_id', named: thread_id } as const
  return pad_id === undefined ? undefined : ({ argument: 'pad_id', named: pad_id } as const)
}

/** The current view of the place asked about; Home when none is named. */
function caughtUpShown(by: Parameters<typeof homeShown>[0], { hub: named, thread_id, pad_id }: PlaceNamed) {
  if (thread_id !== undefined) return threadShown(by, thread_id)
  if (pad_id !== undefined) return padShown(by, pad_id)
  return named !== undefined ? hubShown(by, named) : homeShown(by)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

type ChangeOf<Kind extends Changed['kind']> = Extract<Changed, { readonly kind: Kind }>

const dataOf = (changes: readonly Changed[]) => {
  const of = <Kind extends Changed['kind']>(kind: Kind) =>
    changes.filter((one): one is ChangeOf<Kind> => one.kind === kind)
  return {
    threads: of('thread').map(
      ({ id: thread_id, hub_id, new_posts, from_seq, to_seq, humans, mentions_you, status, dispute }) =>
        present({ thread_id, hub_id, new_posts, from_seq, to_seq, humans, mentions_you, status, dispute }),
    ),
    pads: of('pad').map(({ id: pad_id, hub_id, from_version, to_version, section_ids, suggestions, status }) => ({
      pad_id,
      hub_id,
      from_version: from_version ?? 0,
      to_version,
      section_ids,
      suggestions,
      status,
    })),
    tasks: of('task').map(
      ({ id: task_id, state, thread_id, assignee_id, reviewer_id, review, claim, idle_at: idle }) => {
        const idle_at = idle?.toISOString()
        return present({ task_id, state, thread_id, assignee_id, reviewer_id, review, claim, idle_at })
      },
    ),
    decisions: of('decision').map(({ id: decision_id, pad_id, thread_id, status }) =>
      present({ decision_id, pad_id, thread_id, status }),
    ),
  }
}
