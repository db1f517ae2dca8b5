import { reads } from '../../rules/limits.ts'
import type { Eyes } from '../../rules/caller.ts'
import { withLabels } from '../link_labels.ts'
import { facts, type Markdown, md, ref, safe } from './md.ts'
import { fence } from './fence.ts'
import type { Ground, Led } from '../../records/thread/post.ts'
import { authorLine } from './author_line.ts'

/** The posts that a thread or task was made from, each with its first words. Pages label all links in them. */
export const groundLines = (
  from: readonly Ground[] = [],
  { eyes, links }: { readonly eyes: Eyes; readonly links: 'labelled' | 'written' },
): Markdown[] =>
  from.flatMap(({ post, seq, thread, elsewhere, above, by, host, folded, said, size = 0 }) => [
    facts([
      md`comes of ${ref(post)}`,
      md`seq ${seq}`,
      elsewhere && md`thread ${ref(thread)}`,
      authorLine(by, eyes, host),
      !above && said !== undefined && size > reads.grounds.saidCharacters && md`its first words, of ${size} characters`,
    ]),
    ...(above ? [] : [groundSaid({ folded, said }, links)]),
  ])

const groundSaid = (
  { folded, said }: { readonly folded: string | undefined; readonly said: Ground['said'] | undefined },
  links: 'labelled' | 'written',
): Markdown =>
  folded !== undefined
    ? md`(folded: ${ref(folded)})`
    : said === undefined
      ? safe('(not shown any more)')
      : fence(links === 'labelled' ? withLabels(said) : said)

/** The threads and tasks made from a post. */
export const ledLine = (led: readonly Led[] = []): Markdown | false =>
  led.length > 0 &&
  facts(
    led.map(({ id, thread, title }) =>
      id === thread ? md`led to thread ${ref(id)} ${title}` : md`led to task ${ref(id)} in ${ref(thread)} ${title}`,
    ),
  )
