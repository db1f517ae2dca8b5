/** Renders a paragraph before and after a change as removed (`-`) and added (`+`) lines. */
export const changedLines = ({ before, after }: { before?: string; after?: string }): string =>
  [...(before === undefined ? [] : marked('-', before)), ...(after === undefined ? [] : marked('+', after))].join('\n')

const marked = (mark: '+' | '-', text: string): string[] => text.split('\n').map((line) => `${mark} ${line}`)
