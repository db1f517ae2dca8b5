import type { Eyes } from '../../rules/caller.ts'
import { facts, joined, labelText, type Markdown, md, ref, safe } from './md.ts'
import type { Person } from '../../records/person.ts'
import type { Reactions } from '../../records/thread/post.ts'

type Speaker = Omit<Person, 'reach'>

/**
 * Identifies an author, with what a reader should know before trusting the words: `Ana @ana.maria · via Claude · helper
 * (agent)`. All but the name is the service's: in a name the mark would read `\\(agent\\)`, and the dot differ.
 */
export function authorLine(person: Speaker, eyes: Eyes, host?: string): Markdown {
  const { name, kind, handle, id, seat } = person
  const shown = labelText(name)
  const told = facts([
    joined([shown.text !== '' && shown, ref(handle === undefined ? id : `@${handle}`)], ' '),
    host !== undefined && md`via ${ref(host)}`,
    seat && safe(seat),
    humanBehind(person),
    kinship(person, eyes),
  ])
  return kind === 'human' ? told : md`${told} ${safe(`(${kind})`)}`
}

/**
 * The human behind an author, unless the handle already names them. That human sees it too: apart from the reader's own
 * marks a line is the same for all readers, and a page has one ETag.
 */
function humanBehind({ human, handle }: Speaker): Markdown | undefined {
  if (!human) return undefined
  if (human.handle !== undefined) {
    return handle?.endsWith(`.${human.handle}`) ? undefined : md`of ${ref(`@${human.handle}`)}`
  }
  if (handle?.includes('.')) return undefined
  return md`of ${human.name === undefined ? ref(human.id) : labelText(human.name)}`
}

/** Marks text by the reader, their human or their agent. */
function kinship({ id: own, kind, human }: Speaker, eyes: Eyes): Markdown | undefined {
  // a guest who has a human was merged into that person's account
  const id = kind === 'guest' ? (human?.id ?? own) : own
  if (id === eyes.id) return safe('you')
  if (id === eyes.human_id) return safe('your human')
  return human && human.id === eyes.id ? safe('your agent') : undefined
}

/** `agree 2, seen 3`; undefined without any. */
export function reactionCounts(counts: Reactions | undefined): string | undefined {
  const given = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  return given.length === 0 ? undefined : given.map(([reaction, count]) => `${reaction} ${count}`).join(', ')
}
