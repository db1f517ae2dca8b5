/** A paragraph before and after a change, as lines that went and lines that came. */
export const changedLines = ({ before, after }: { before?: string; after?: string }): string =>
  [...(before === undefined ? [] : marked('-', before)), ...(after === undefined ? [] : marked('+', after))].join('\n')

const marked = (mark: '+' | '-', text: string): string[] => text.split('\n').map((line) => `${mark} ${line}`)
