import { Type } from 'typebox'
import { present, unlessEmpty } from '../../records/present.ts'
import { joined, type Markdown, md, ref, safe } from '../../render/markdown/md.ts'
import { padStatuses } from '../../rules/closed_lists.ts'
import { padShown, threadShown } from '../card_shown.ts'
import { choice, flag, id, integer } from '../input/fields.ts'
import { partial, rows, time } from '../output/shapes.ts'
import type { Call, Returned } from '../tool.ts'
import { decisionRecord, editRecord, touchedSection, writtenBlock } from './record_shapes.ts'

export const editPadOutput = {
  pad_id: id('pad'),
  version: integer(1),
  etag: Type.String(),
  updated: time(),
  status: choice(padStatuses),
  edit_id: id('edit'),
  edit: partial({
    ...editRecord.properties,
    removed_of: integer(1, 'characters that stood there, where a whole text takes out more than half of them'),
    threads: rows(Type.String(), 'dry_run: open threads about what it would touch'),
  }),
  sections: rows(touchedSection),
  blocks: rows(writtenBlock, 'paragraphs that it wrote'),
  decision: decisionRecord,
  thread: partial({
    thread_id: id('thread'),
    status: Type.String(),
    answer: id('post'),
    dispute: Type.String(),
    version: Type.String(),
    etag: Type.String(),
  }),
  reviewed: partial({
    edit_id: id('edit'),
    decision_id: id('decision'),
    outcome: choice(['accepted', 'turned_down', 'withdrawn']),
    version: integer(1),
  }),
  dry_run: flag(),
  notices: rows(Type.String()),
  url: Type.String(),
}

/** What any of the actors that edit_pad asks replied. */
type Reply = Returned<typeof editPadOutput> & { readonly alone?: boolean }

export const editWarSaid = safe(
  'People keep reversing each other in a section of it: that section takes suggestions only now.',
)

/** The answer of edit_pad: the reply as data and in a few sentences. */
export function editPadAnswer(reply: Reply, call: Call<unknown>) {
  const { baseUrl } = call.parts.config
  const { edit, sections, blocks, alone, ...rest } = reply
  const { pad_id, thread } = rest
  const atWar = sections?.some(({ suggestions_only }) => suggestions_only) ?? false
  const notices = [...(atWar ? ['edit_war'] : []), ...(edit?.goes_in_at === undefined ? [] : ['unchecked_merge'])]
  const thread_id = thread?.thread_id ?? ''
  const url = pad_id === undefined ? `${baseUrl}/t/${thread_id}` : undefined
  return {
    text: joined(sentences(reply, atWar), ' '),
    data: present({ ...rest, edit, sections, blocks: unlessEmpty(blocks), notices: unlessEmpty(notices), url }),
    ...present({ alone }),
    view: () => (pad_id !== undefined ? padShown(call, pad_id) : threadShown(call, thread_id, thread?.answer)),
  }
}

const sentences = (reply: Reply, atWar: boolean): (Markdown | false | undefined)[] => [
  ...(reply.dry_run ? dryRun(reply) : [savedOrSuggested(reply)]),
  ...ofTheChange(reply),
  ...(reply.reviewed ? answered(reply, reply.reviewed) : [ownDecision(reply)]),
  threadNow(reply),
  atWar && editWarSaid,
]

const dryRun = (reply: Reply): (Markdown | undefined)[] => [
  safe('A dry run: nothing was changed.'),
  ...(reply.edit ? [safe('It would go through.'), touches(reply)] : []),
]

/** Of a dry run: what it would touch, with the sections that would be gone. */
function touches({ edit, sections = [] }: Reply): Markdown | undefined {
  const stay = new Set(sections.flatMap(({ section_id }) => section_id ?? []))
  const gone = edit?.section_ids?.filter((id) => !stay.has(id)) ?? []
  const named = (ids: readonly string[]) => joined(ids.map(ref), ', ')
  if (stay.size + gone.length === 0) return undefined
  const about = edit?.threads ? md` Open threads about them: ${named(edit.threads)}.` : safe('')
  if (gone.length === 0) return md`It touches sections ${named([...stay])}.${about}`
  if (stay.size === 0) return md`It takes out sections ${named(gone)}.${about}`
  return md`It touches sections ${named([...stay])}, and takes out sections ${named(gone)}.${about}`
}

/** An accepted suggestion is told as the answer to it, not as a change of the caller's. */
function savedOrSuggested({ edit, reviewed, version = 0, pad_id = '' }: Reply): Markdown | undefined {
  if (edit?.status === 'live' && !reviewed)
    return md`Saved ${ref(edit.edit_id ?? '')}: pad ${ref(pad_id)} is at version ${version}.`
  if (edit?.status === 'proposed')
    return md`Suggested ${ref(edit.edit_id ?? '')} on version ${version}: it waits for somebody who edits there.`
  return undefined
}

function ofTheChange(reply: Reply): (Markdown | undefined)[] {
  const { merged, removed_of, goes_in_at } = reply.edit ?? {}
  return [
    merged ? safe('Merged with what changed since you read it; both are kept.') : undefined,
    removed_of === undefined ? undefined : mostTaken(reply, removed_of),
    goes_in_at === undefined ? undefined : md`Nobody answering, it goes in unchecked at ${ref(goes_in_at)}.`,
  ]
}

/** What the caller's answer did to a suggestion or to a proposed decision. */
function answered(
  { decision, dry_run }: Reply,
  { edit_id, decision_id, outcome = 'accepted', version }: NonNullable<Reply['reviewed']>,
): (Markdown | undefined)[] {
  const instead = decision_id === undefined ? undefined : decision?.decision_id
  const replaced = instead !== undefined && instead !== decision_id
  return [
    replaced
      ? md`Recorded decision ${ref(instead)} in place of ${ref(decision_id ?? '')}.`
      : md`${ref(edit_id ?? decision_id ?? '')} ${isOrWouldBe(dry_run)} ${safe(outcome.replace('_', ' '))}.`,
    version === undefined || dry_run ? undefined : md`The pad is at version ${version}.`,
  ]
}

function ownDecision({ decision }: Reply): Markdown | undefined {
  if (decision?.decision_id === undefined) return undefined
  return decision.status === 'proposed'
    ? md`Decision ${ref(decision.decision_id)} is proposed: somebody who edits there answers it.`
    : md`Recorded decision ${ref(decision.decision_id)}.`
}

const threadNow = ({ thread, edit, dry_run }: Reply): Markdown | undefined =>
  thread?.status === undefined
    ? undefined
    : md`Thread ${ref(thread.thread_id ?? '')} ${isOrWouldBe(dry_run)} ${ref(thread.status)}.${thread.dispute === 'open' && edit?.status !== 'proposed' ? flagStays : safe('')}`

/** A member's fix settles no flag, nor does an answer that its own starter marks. */
const flagStays = safe(' Its flag stays: the owner or a helper settles it.')

/** A dry run changed nothing. */
const isOrWouldBe = (dry_run: boolean | undefined): Markdown => safe(dry_run ? 'would be' : 'is')

/** Warns that a whole text removed most of the former one, and says how to change only a part. */
function mostTaken({ edit, edit_id = '', dry_run, pad_id = '' }: Reply, stood: number): Markdown {
  const much = md`${edit?.removed_chars ?? 0} of the ${stood} characters that stood there`
  const part = md`open_pad with pad_id ${ref(pad_id)} and blocks true shows what edits takes`
  if (dry_run) return md`It would take out ${much}. To change only a part: ${part}.`
  if (edit?.status === 'proposed') return md`It takes out ${much}. If you meant a part: withdraw it, then ${part}.`
  return md`It took out ${much}. If you meant a part: undo_edit with edit_id ${ref(edit_id)}, then ${part}.`
}
