import type { Fragment } from './body.ts'
import type { EditRecord, Exported, HubExport, PadExport, TaskRecord, ThreadExport } from './export_model.ts'
import { taskEtag } from './export_records.ts'
import { frontMatter } from './front_matter.ts'
import { fence, joined, lines, type Markdown, md, minute, paragraphs, printed, ref, safe } from './md.ts'
import type { PostView } from './model.ts'
import { hubHead } from './hub.ts'
import { padMarkdown } from './pad.ts'
import { postMarkdown } from './post.ts'
import { person, preamble } from './said.ts'
import { isPost, linesOf, threadTop } from './thread.ts'
import { decisionLines, editLines, taskLines, taskMadeLine } from './work.ts'

/** A hub, thread, pad or task as a Markdown file, piece by piece: only as much is held as one part of it. */

/** Prints a document whose bodies may be rendered elsewhere. */
export type Print = <Document>(document: (fragment: Fragment) => Document) => Promise<Document>

export async function* exportMarkdown(exported: Exported, origin: string, print: Print): AsyncGenerator<string> {
  for await (const piece of piecesOf(exported, origin, print)) {
    const text = printed(piece)
    if (text !== '') yield `${text}\n\n`
  }
}

function piecesOf(exported: Exported, origin: string, print: Print): AsyncIterable<Markdown> {
  if (exported.kind === 'thread') return threadPieces(exported, origin, print)
  if (exported.kind === 'hub') return hubPieces(exported, origin, print)
  return exported.kind === 'pad' ? padPieces(exported, origin, print) : taskPieces(exported.task, origin)
}

async function* hubPieces({ page, contents }: HubExport, origin: string, print: Print): AsyncGenerator<Markdown> {
  yield await print((fragment) => hubHead(page, fragment))
  for await (const content of contents()) yield* piecesOf(content, origin, print)
}

async function* threadPieces(
  { page, parts, tasks, decisions }: ThreadExport,
  origin: string,
  print: Print,
): AsyncGenerator<Markdown> {
  yield paragraphs(threadTop(page, origin))
  const whole = (post: PostView) => `${origin}/t/${page.id}/m/${post.id}?format=md`
  for await (const part of parts())
    yield await print((fragment) =>
      paragraphs(
        linesOf(part).map((line) =>
          isPost(line) ? postMarkdown(line, { fragment, links: 'labelled', whole }) : taskMadeLine(line),
        ),
      ),
    )
  for await (const part of tasks()) yield paragraphs(part.map(taskWhole))
  for await (const part of decisions()) yield paragraphs(decisionLines(part))
}

async function* padPieces(
  { page, suggestions, decisions, edits }: PadExport,
  origin: string,
  print: Print,
): AsyncGenerator<Markdown> {
  yield await print((fragment) => padMarkdown(page, { origin }, fragment))
  let begun = false
  for await (const part of suggestions()) {
    if (part.length === 0) continue
    if (!begun) yield safe('Suggestions, the oldest first:')
    begun = true
    yield paragraphs(part.map(suggestionWhole))
  }
  for await (const part of decisions()) yield paragraphs(decisionLines(part))
  yield safe('Edits, the newest first:')
  for await (const part of edits()) yield paragraphs(editLines(part))
}

async function* taskPieces(task: TaskRecord, origin: string): AsyncGenerator<Markdown> {
  yield paragraphs([
    frontMatter({
      id: task.id,
      type: 'task',
      thread: task.thread_id,
      seq: task.seq,
      state: task.state,
      etag: taskEtag(task),
      created: task.created.toISOString(),
      updated: task.updated.toISOString(),
    }),
    md`# ${task.title}`,
    preamble,
    joined(
      [
        md`thread ${ref(`${origin}/t/${task.thread_id}?format=md`)}`,
        task.hub.slug !== undefined && md`hub ${ref(`${origin}/h/${task.hub.slug}`)}`,
        task.pad_id !== undefined && md`pad ${ref(`${origin}/p/${task.pad_id}?format=md`)}`,
      ],
      ' · ',
    ),
    taskWhole(task),
  ])
}

/** Each alone: what is said of one leaves no less room for the next. */
function taskWhole(task: TaskRecord): Markdown {
  const { handed_in } = task
  return lines([
    ...taskLines([task], 'labelled'),
    joined(
      [
        md`made by ${person(task.creator)}`,
        minute(task.created),
        task.taken && md`taken ${minute(task.taken)}`,
        task.done && md`done ${minute(task.done)}`,
        handed_in && md`result of ${ref(handed_in.by)} ${minute(handed_in.at)}`,
      ],
      ' · ',
    ),
  ])
}

const suggestionWhole = (suggestion: EditRecord): Markdown =>
  lines([
    ...editLines([suggestion]),
    ...(suggestion.text === undefined ? [] : [safe('the pad as it would be:'), fence(suggestion.text)]),
  ])
