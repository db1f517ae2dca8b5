import type { Fragment } from '../body.ts'
import type { TaskRecord } from '../../records/thread/task_record.ts'
import type { EditRecord } from '../../records/pad/edit_line.ts'
import type { Exported, HubExport, PadExport, ThreadExport } from './export_model.ts'
import { taskFrontMatter } from '../markdown/front_matter.ts'
import { facts, lines, type Markdown, md, minute, paragraphs, printed, ref, safe } from '../markdown/md.ts'
import { preamble, said } from '../markdown/fence.ts'
import type { PostView } from '../../records/thread/post.ts'
import { hubHead } from '../markdown/hub_markdown.ts'
import { padMarkdown } from '../markdown/pad_markdown.ts'
import { postMarkdown } from '../markdown/post_markdown.ts'
import { authorLine } from '../markdown/author_line.ts'
import type { Eyes } from '../../rules/caller.ts'
import { isPost, linesOf, threadTop } from '../markdown/thread_markdown.ts'
import { decisionLines, editLines, taskLines, taskMadeLine } from '../markdown/task_decision_edit_lines.ts'

/** A hub, thread, pad or task as a Markdown file, streamed in pieces so that only one part is in memory at a time. */

/** Prints a document whose bodies may be rendered in a render thread. */
export type Print = <Document>(document: (fragment: Fragment) => Document) => Promise<Document>

/** The reader of the file, and the base URL of the service. */
interface ExportAsked {
  readonly origin: string
  readonly eyes: Eyes
}

export async function* exportMarkdown(exported: Exported, asked: ExportAsked, print: Print): AsyncGenerator<string> {
  for await (const piece of piecesOf(exported, asked, print)) {
    const text = printed(piece)
    if (text !== '') yield `${text}\n\n`
  }
}

function piecesOf(exported: Exported, asked: ExportAsked, print: Print): AsyncIterable<Markdown> {
  if (exported.kind === 'thread') return threadPieces(exported, asked, print)
  if (exported.kind === 'hub') return hubPieces(exported, asked, print)
  return exported.kind === 'pad' ? padPieces(exported, asked, print) : taskPieces(exported.task, asked)
}

async function* hubPieces({ page, contents }: HubExport, asked: ExportAsked, print: Print): AsyncGenerator<Markdown> {
  yield await print((fragment) => hubHead(page, fragment))
  for await (const content of contents()) yield* piecesOf(content, asked, print)
}

async function* threadPieces(
  { page, parts, tasks, decisions }: ThreadExport,
  asked: ExportAsked,
  print: Print,
): AsyncGenerator<Markdown> {
  const { eyes, origin } = asked
  const printing = { eyes, links: 'labelled' } as const
  yield paragraphs(threadTop(page, asked))
  const whole = (post: PostView) => `${origin}/t/${page.id}/m/${post.id}?format=md`
  for await (const part of parts())
    yield await print((fragment) =>
      paragraphs(
        linesOf(part).map((line) =>
          isPost(line) ? postMarkdown(line, { ...printing, fragment, whole }) : taskMadeLine(line, eyes),
        ),
      ),
    )
  for await (const part of tasks()) yield paragraphs(part.map((task) => taskWhole(task, eyes)))
  for await (const part of decisions()) yield paragraphs(decisionLines(part, printing))
}

async function* padPieces(
  { page, suggestions, decisions, edits }: PadExport,
  asked: ExportAsked,
  print: Print,
): AsyncGenerator<Markdown> {
  yield await print((fragment) => padMarkdown(page, asked, fragment))
  const { eyes } = asked
  let begun = false
  for await (const part of suggestions()) {
    if (part.length === 0) continue
    if (!begun) yield safe('Suggestions, the oldest first:')
    begun = true
    yield paragraphs(part.map((suggestion) => suggestionWhole(suggestion, eyes)))
  }
  for await (const part of decisions()) yield paragraphs(decisionLines(part, { eyes, links: 'labelled' }))
  yield safe('Edits, the newest first:')
  for await (const part of edits()) yield paragraphs(editLines(part, eyes))
}

async function* taskPieces(task: TaskRecord, { origin, eyes }: ExportAsked): AsyncGenerator<Markdown> {
  yield paragraphs([
    taskFrontMatter(task),
    preamble,
    md`# ${task.title}`,
    facts([
      md`thread ${ref(`${origin}/t/${task.thread_id}?format=md`)}`,
      task.hub.slug !== undefined && md`hub ${ref(`${origin}/h/${task.hub.slug}`)}`,
      task.pad_id !== undefined && md`pad ${ref(`${origin}/p/${task.pad_id}?format=md`)}`,
    ]),
    taskWhole(task, eyes),
  ])
}

/** Prints one task by itself, so that a long one leaves no less room for the next. */
function taskWhole(task: TaskRecord, eyes: Eyes): Markdown {
  const { handed_in } = task
  return lines([
    ...taskLines([task], { eyes, links: 'labelled' }),
    facts([
      md`made by ${authorLine(task.creator, eyes, task.host)}`,
      minute(task.created),
      task.taken && md`taken ${minute(task.taken)}`,
      task.done && md`done ${minute(task.done)}`,
      handed_in && md`result of ${ref(handed_in.by)} ${minute(handed_in.at)}`,
    ]),
  ])
}

const suggestionWhole = (suggestion: EditRecord, eyes: Eyes): Markdown =>
  lines([...editLines([suggestion], eyes), said('the pad as it would be:', suggestion.text)])
