import { reads } from '../rules/limits.ts'

interface Shown {
  readonly kind: string
  readonly sections?: readonly Section[]
}

interface Section {
  readonly text?: unknown
  readonly blocks?: unknown
  /** its former text */
  readonly was?: unknown
  readonly cut?: boolean
}

/**
 * Returns the view with less in it, for results that would be too long: what a card shows last is dropped first. A pad
 * keeps its outline, a thread its newest posts. Undefined when nothing more can be dropped.
 */
export function shownLess<View extends Shown>(view: View): View | undefined {
  const sections = view.sections && lessText(view.sections)
  if (sections) return { ...view, sections }
  const [longest] = Object.entries(view)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 1)
    .toSorted(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)
  if (!longest) return undefined
  const [field, list] = longest
  const half = Math.ceil(list.length / 2)
  if (field !== 'posts') return { ...view, [field]: list.slice(0, half) }
  return { ...view, posts: list.slice(-half), has_older: true }
}

/** Drops blocks first, which repeat the text for editing; then the texts of the last sections. */
function lessText(sections: readonly Section[]): readonly Section[] | undefined {
  if (sections.some(({ blocks }) => blocks !== undefined))
    return sections.map(({ blocks: _, was: __, ...section }) => section)
  const texts = sections.filter(({ text }) => text !== undefined).length
  if (texts < 2) return sections.some(isLong) ? sections.map(cut) : undefined
  let left = Math.ceil(texts / 2)
  return sections.map((section) => {
    if (section.text === undefined || left-- > 0) return section
    const { text: _, ...outline } = section
    return outline
  })
}

const isLong = ({ text }: Section): boolean => typeof text === 'string' && text.length > reads.card.characters

const cut = (section: Section): Section =>
  isLong(section)
    ? { ...section, text: `${(section.text as string).slice(0, reads.card.characters - 1)}…`, cut: true }
    : section
