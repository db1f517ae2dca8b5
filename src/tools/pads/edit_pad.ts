import { asking } from '../../text/unwanted/post_facts.ts'
import { pad } from '../../../actors/pad/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import { padWithDecision, padWithEdit, taskToProgress } from '../../reading/actor_to_ask.ts'
import { present, presentAs } from '../../records/present.ts'
import { unreadableAs } from '../../rules/errors.ts'
import { foldsCountSince } from '../../rules/track_record.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { threadStamp } from '../../records/version_and_etag.ts'
import { type Call, tool } from '../tool.ts'
import { type EditPadInput, editPadInput } from './edit_input.ts'
import { withLists } from './edit_meant.ts'
import { checkShape, changesText } from './edit_shape.ts'
import { editPadAnswer, editPadOutput } from './edit_pad_answer.ts'
import { answeringPaces, conflictsCost, savingPaces } from './edit_pace.ts'

export const editPad = tool({
  name: 'edit_pad',
  title: 'Edit pad',
  kind: 'write',
  // an edit, a suggestion or a decision; not a mark of an answer, a review or a dry run
  counts: (input) => input.dry_run !== true && (changesText(input) || input.decision !== undefined),
  about:
    'Change a pad (whole text, paragraph edits, inserts), suggest an edit, record a decision, answer a suggestion, or mark what answers a thread. Changes merge with what others did since.',
  destructive: true,
  card: true,
  input: editPadInput,
  meant: withLists,
  output: editPadOutput,
  sensitive: ({ text, edits = [], inserts = [], title, note, decision, review }) => ({
    text,
    title,
    note,
    ...named('edits', edits),
    ...named('inserts', inserts),
    'decision.text': decision?.text,
    'decision.reason': decision?.reason,
    ...Object.fromEntries((decision?.options ?? []).map((option, n) => [`decision.options.${n}`, option])),
    'review.note': review?.note,
  }),
  costsAnyway: conflictsCost,
  paces: (input, caller, { sql }) =>
    changesText(input)
      ? savingPaces(
          caller,
          [
            input.text,
            ...(input.edits ?? []).map(({ text }) => text),
            ...(input.inserts ?? []).map(({ text }) => text),
          ],
          { ...present({ pad: input.pad_id }), dry: input.dry_run },
        )
      : input.review?.outcome === 'accept'
        ? answeringPaces(caller, sql, input.review.edit_id)
        : [],

  async run(call) {
    const { input } = call
    checkShape(input)
    const { review, resolves_thread, answer_id, dry_run } = input
    const dry = present({ dry_run: dry_run || undefined })
    if (review) return editPadAnswer(await reviewed(call, review), call)

    const changes = changesText(input)
    if (resolves_thread !== undefined && !changes && !input.decision) {
      const marked = await call.ask(thread, resolves_thread, 'mark_answer', presentAs({ answer_id, ...dry }))
      return editPadAnswer(
        { thread: { ...marked, ...threadStamp({ id: resolves_thread, version: marked.version }) }, ...dry },
        call,
      )
    }
    const done = !changes && input.decision ? decided(call, input.decision) : edited(call)
    return editPadAnswer(await done, call)
  },
})

type EditPadCall = Call<EditPadInput>
type Decision = NonNullable<EditPadInput['decision']>

/** Answers a suggestion or a decision, found by its id when no pad is named. */
async function reviewed(
  { input, ask, mint, parts: { sql } }: EditPadCall,
  review: NonNullable<EditPadInput['review']>,
) {
  const { edit_id, decision_id, outcome, option, note = input.note } = review
  const answer = present({ outcome, note, dry_run: input.dry_run || undefined })
  if (edit_id !== undefined) {
    const pad_id = input.pad_id ?? (await padWithEdit(sql, edit_id))
    const asked = ask(pad, pad_id, 'review_edit', { edit_id, accept_id: mint('edit'), ...answer })
    return input.pad_id === undefined ? unreadableAs('edit', asked) : asked
  }
  const pad_id = input.pad_id ?? (await padWithDecision(sql, decision_id as string))
  const asked = ask(pad, pad_id, 'review_decision', {
    decision_id: decision_id as string,
    chosen_id: mint('decision'),
    ...present({ option }),
    ...answer,
  })
  return input.pad_id === undefined ? unreadableAs('decision', asked) : asked
}

/** What a change and a decision have in common. */
const besides = async ({ input, reader, parts }: EditPadCall) => ({
  ...present({
    task: input.task_id === undefined ? undefined : await taskToProgress(parts.sql, reader, input.task_id),
    dry_run: input.dry_run || undefined,
  }),
  ...asking(wordsIn(input)),
})

const newDecision = ({ mint }: EditPadCall, decision: Decision) => ({ decision_id: mint('decision'), ...decision })

async function decided(call: EditPadCall, decision: Decision) {
  const { pad_id, propose } = call.input
  return call.ask(pad, pad_id as string, 'decide', {
    decision: newDecision(call, decision),
    ...present({ propose: propose || undefined }),
    ...(await besides(call)),
  })
}

async function edited(call: EditPadCall) {
  const { input, ask, mint, now } = call
  const { base_version, text, section_id, edits, inserts, title, note } = input
  const { decision, resolves_thread, answer_id, unmark } = input
  const { thread: resolved, ...reply } = await ask(pad, input.pad_id as string, 'edit', {
    edit_id: mint('edit'),
    ...present({ base_version, text, section_id, edits, inserts, title, note }),
    ...(await besides(call)),
    ...(input.propose && { propose: true, folded_since: foldsCountSince(now) }),
    ...present({
      decision: decision && newDecision(call, decision),
      resolves:
        resolves_thread === undefined
          ? undefined
          : present({ thread_id: resolves_thread, answer_id, unmark: unmark || undefined }),
    }),
  })
  return present({ ...reply, thread: resolved && stamped(resolved) })
}

/** A repeated reply of a host of the previous release may have no version. */
const stamped = <Marked extends { readonly thread_id: string; readonly version: number }>({
  version,
  ...marked
}: Marked) => ({
  ...marked,
  ...((version as number | undefined) === undefined ? {} : threadStamp({ id: marked.thread_id, version })),
})

/** All that goes into the pad or stands beside it. */
const wordsIn = ({
  title,
  note,
  text,
  edits = [],
  inserts = [],
  decision,
}: EditPadInput): (Untrusted | undefined)[] => [
  title,
  note,
  text,
  ...[...edits, ...inserts].map((one) => one.text),
  decision?.text,
  decision?.reason,
  ...(decision?.options ?? []),
]

const named = (field: string, texts: readonly { readonly text: Untrusted }[]): Record<string, Untrusted> =>
  Object.fromEntries(texts.map(({ text }, n) => [`${field}.${n}.text`, text]))
