interface Block {
  readonly id: string
  readonly rev: number
}

export interface SeededPad {
  readonly id: string
  /** in the middle */
  readonly section: string
  readonly version: number
}

/** A pad of so many sections of some 600 characters, edited so often: by calls, because the actor stores it best. */
export async function seedPad(
  call: (tool: string, args: object) => Promise<Record<string, any>>,
  hub: string,
  { padSections, padEdits }: { readonly padSections: number; readonly padEdits: number },
): Promise<SeededPad> {
  const text = Array.from({ length: padSections }, (_, n) => `## Section ${n + 1}\n\n${paragraph(n, 0)}`).join('\n\n')
  const { pad_id } = await call('create_pad', { hub, title: 'The long pad', text })
  let waiting: Block[] = []
  for (let edit = 1; edit <= padEdits; edit++) {
    if (waiting.length === 0) waiting = await paragraphs(call, pad_id)
    const { id, rev } = waiting.pop() as Block
    await call('edit_pad', { pad_id, edits: [{ block: id, rev, text: paragraph(edit, edit) }] })
  }
  const { version, sections } = await call('open_pad', { pad_id, outline: true })
  return { id: pad_id, section: sections[Math.floor(sections.length / 2)].section_id, version }
}

/** Every block but the headings, which stand before them. */
async function paragraphs(
  call: (tool: string, args: object) => Promise<Record<string, any>>,
  pad_id: string,
): Promise<Block[]> {
  const found: Block[] = []
  const { sections } = await call('open_pad', { pad_id })
  for (const { section_id } of sections as { section_id: string }[]) {
    const opened = await call('open_pad', { pad_id, sections: [section_id], blocks: true })
    const last = (opened['sections'] as { blocks?: Block[] }[]).flatMap(({ blocks = [] }) => blocks).at(-1)
    if (last) found.push(last)
  }
  return found
}

const paragraph = (n: number, edit: number): string =>
  `Loaf ${n} of edit ${edit} was baked at 250 degrees with steam, then at 220 without. ` +
  'The dough had rested for eighteen hours at nineteen degrees and was folded four times in the first two of them. '.repeat(
    4,
  ) +
  'Water 72 %, salt 2 %.'
