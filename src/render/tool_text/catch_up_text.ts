import { reads } from '../../rules/limits.ts'
import type { Fragment } from '../body.ts'
import { fitting, leftFree } from '../cut_to_size.ts'
import { characters } from '../../text/characters.ts'
import { facts, joined, lines, type Markdown, md, printed, ref, safe, counted } from '../markdown/md.ts'
import type { Changed } from '../../records/changed.ts'
import type { PostView } from '../../records/thread/post.ts'
import { postMarkdown } from '../markdown/post_markdown.ts'
import { preamble } from '../markdown/fence.ts'
import type { Eyes } from '../../rules/caller.ts'

interface CatchUpText {
  readonly eyes: Eyes
  readonly since: Date
  readonly cursor: string
  readonly more: boolean
  readonly changes: readonly Changed[]
  /** quote the new texts too */
  readonly texts: boolean
  /** the place that was asked about, as the argument that names it; absent for all places */
  readonly place?: { readonly argument: 'hub' | 'thread_id' | 'pad_id'; readonly named: string } | undefined
}

/** One line for each change; with `texts` the quoted words below each, as far as they fit. */
export function catchUpText(
  { eyes, since, cursor, more, changes, texts, place }: CatchUpText,
  origin: string,
  fragment: Fragment,
): Markdown {
  const pieces = changes.map((change) => ({
    line: lineOf(change),
    said: texts ? saidOf(change, { eyes, origin }, fragment) : [],
  }))
  const all = pieces.flatMap(({ said }) => said)
  const room = {
    characters: reads.catchUp.characters - leftFree.text - sizeOf(pieces.map(({ line }) => line)),
    json: reads.result.jsonCharacters - changesInData,
  }
  let left = all.length === 0 ? 0 : fitting(all, room)
  const cut = left < all.length
  return lines([
    preamble,
    md`since ${ref(since.toISOString())} · ${counted(changes.length, 'thing')} changed${safe(more ? ', and more' : '')}`,
    ...pieces.flatMap(({ line, said }) => {
      const shown = said.slice(0, left)
      left -= shown.length
      return [line, ...shown]
    }),
    cut && safe('Not all that was said fits here: open_thread and open_pad have the rest.'),
    changes.length === 0 && safe('Nothing new.'),
    next({ cursor, place, texts }),
  ])
}

/**
 * The next call in full. A cursor of one place is no cursor of all: what others changed before it would never be told.
 */
function next({ cursor, place, texts }: Pick<CatchUpText, 'cursor' | 'place' | 'texts'>): Markdown {
  const args = [place && md`${safe(place.argument)} ${ref(place.named)}`, texts && safe('detail text')]
  return md`next: catch_up with ${joined([...args, md`since ${ref(cursor)}`], ' and ')}`
}

/** The most JSON characters of the changes as fields and lines, with the reserve. */
const changesInData = 40_000

const sizeOf = (parts: readonly Markdown[]): number =>
  parts.reduce((sum, part) => sum + characters(printed(part)) + 1, 0)

function lineOf(change: Changed): Markdown {
  const { kind, id, slug, title } = change
  return facts([
    md`${safe(kind)} ${ref(id)}`,
    ...factsOf(change),
    md`${title}`,
    slug !== undefined && md`hub ${ref(slug)}`,
  ])
}

function factsOf(change: Changed): (Markdown | false)[] {
  switch (change.kind) {
    case 'thread':
      return [
        safe(change.status),
        change.dispute !== undefined && safe(`dispute ${change.dispute}`),
        counted(change.new_posts, 'new post'),
        change.from_seq !== undefined && md`seq ${change.from_seq} to ${change.to_seq ?? change.from_seq}`,
        change.mentions_you && safe('you were mentioned'),
      ]
    case 'pad':
      return [
        safe(change.status),
        change.from_version === change.to_version
          ? md`version ${change.to_version}`
          : md`version ${change.from_version ?? 0} to ${change.to_version}`,
        change.suggestions > 0 && md`${counted(change.suggestions, 'suggestion')} waiting`,
      ]
    case 'task':
      return [
        safe(change.state),
        change.review !== undefined && safe(`review ${change.review}`),
        md`thread ${ref(change.thread_id)}`,
      ]
    case 'decision':
      return [safe(change.status), md`pad ${ref(change.pad_id)}`]
  }
}

function saidOf(change: Changed, { eyes, origin }: { eyes: Eyes; origin: string }, fragment: Fragment): Markdown[] {
  if (change.kind === 'thread') {
    const whole = (post: PostView) => `${origin}/t/${change.id}/m/${post.id}?format=md`
    return (change.posts ?? []).map((post) =>
      postMarkdown(post, { fragment, eyes, links: 'written', most: reads.thread.postClip, whole }),
    )
  }
  if (change.kind === 'pad') {
    return (change.blocks ?? []).map((block) => {
      const body = {
        key: `${change.id}:${block.id}:${block.rev}`,
        text: block.text,
        as: 'markdown',
        labels: false,
        most: reads.catchUp.blockClip,
      } as const
      const size = characters(block.text)
      const clipped = md`clipped at ${body.most} of ${size} characters: open_pad has the rest`
      return lines([md`block ${ref(block.id)} rev ${block.rev}`, safe(fragment(body)), size > body.most && clipped])
    })
  }
  if (change.kind === 'decision') {
    return [safe(fragment({ key: `${change.id}:text`, text: change.text, as: 'markdown', labels: false }))]
  }
  return []
}
