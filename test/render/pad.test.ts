import { expect } from 'chai'
import { parse } from 'yaml'
import { renderBody } from '../../src/render/body.ts'
import { hubBrief, hubMarkdown } from '../../src/render/markdown/hub_markdown.ts'
import { printed } from '../../src/render/markdown/md.ts'
import type { HubPage } from '../../src/records/hub/hub_page.ts'
import type { PadPage } from '../../src/records/pad/pad_page.ts'
import type { SectionView } from '../../src/records/pad/section.ts'
import { padMarkdown } from '../../src/render/markdown/pad_markdown.ts'
import { padText } from '../../src/render/tool_text/pad_text.ts'
import { padHtml } from '../../src/render/pages/pad.ts'
import { expectInert } from './inert.ts'
import { at, nasty, someone, theirs } from './nasty.ts'
import { byCommonmark, byMicromark } from './parsers.ts'
import { mara, someAsked } from './asked.ts'

const origin = 'https://hub.example'

const section = (n: number, fields: Partial<SectionView> = {}): SectionView => ({
  id: n.toString(16).padStart(8, '0'),
  level: 2,
  heading: theirs(`Part ${n}`),
  status: 'settled',
  open_threads: 0,
  words: 3,
  rev: 1,
  text: theirs(`## Part ${n}\n\nwords of ${n}`),
  reach: true,
  ...fields,
})

const pad = (sections: readonly SectionView[], fields: Partial<PadPage> = {}): PadPage => ({
  id: 'pad_00000000000000000000000001',
  hub: { id: 'hub_1', slug: 'cooking', title: theirs('Cooking'), audience: 'public', mode: 'open' },
  title: theirs('Eggs'),
  version: 3,
  latest_version: 3,
  status: 'settled',
  created: at,
  updated: at,
  sections,
  moved: false,
  indexable: true,
  ...fields,
})

const page = (
  sections: readonly SectionView[],
  asked: { outline?: boolean; section?: string } = {},
  fields: Partial<PadPage> = {},
) => printed(padMarkdown(pad(sections, fields), { origin, eyes: {}, ...asked }, renderBody))

describe('a pad as Markdown', () => {
  it('begins with front matter, the version a number', () => {
    const text = page([section(1)])
    expect(parse(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '')).to.deep.equal({
      id: 'pad_00000000000000000000000001',
      type: 'pad',
      version: 3,
      etag: 'pad:pad_00000000000000000000000001:3',
      updated: at.toISOString(),
      status: 'settled',
      hub: 'cooking',
    })
  })

  it('lists its sections in an outline, indented two spaces a level', () => {
    const text = page(
      [section(1, { level: 1 }), section(2), section(3, { level: 3, open_threads: 2, status: 'open' })],
      { outline: true },
    )
    expect(text).to.contain('| Part 1 | 00000001 | settled | 0 | 3 |  |')
    expect(text).to.contain('|   Part 2 | 00000002 |')
    expect(text).to.contain('|     Part 3 | 00000003 | open | 2 | 3 |  |')
    expect(text).not.to.contain('words of')
  })

  it('past 25 sections outlines the two highest levels and counts the others', () => {
    const sections = Array.from({ length: 30 }, (_, n) => section(n + 1, { level: (n % 3) + 1 }))
    const text = page(sections, { outline: true })
    expect(text.match(/^\| +Part /gm)).to.have.length(20)
    expect(text).to.contain('10 deeper sections left out')
  })

  it('reads one section, which wins over the outline, and notes an unknown one', () => {
    const text = page([section(1), section(2)], { section: '00000002', outline: true })
    expect(text).to.contain('words of 2').and.not.contain('words of 1')
    expect(page([section(1)], { section: 'deadbeef' })).to.match(/This pad has no section deadbeef\./)
  })

  // SPEC: section marks: proposals only
  it('marks what is not to be trusted yet: in the table, above the section, after the pad', () => {
    const marked = [
      section(1, { suggestions_only: true }),
      section(2, { check: { state: 'checked', by: someone(), note: theirs('looks *right*') } }),
      section(3, { check: { state: 'changed' } }),
      section(4, { check: { state: 'unchecked' } }),
    ]
    const hub = { ...pad([]).hub, mode: 'checked' as const }
    expect(page(marked, { outline: true }, { hub }))
      .to.contain('| Words | Check |')
      .and.contain('checked by Ana @ana: looks \\*right\\*')
    expect(page(marked, { section: '00000001' })).to.match(/Part 1 · settled[^\n]*\nproposals only \(edit war\)\n~~~~/)
    expect(page(marked)).to.match(/\n\nproposals only \(edit war\)\n~~~~markdown\n[^~]+~~~~\n\nchecked by [^\n]+\n~~~~/)
    expect(page(marked)).to.match(/- 00000003 Part 3: changed since check\n- 00000004 Part 4: unchecked \(/)
  })

  it('keeps hostile text in its place', () => {
    for (const words of nasty) {
      const text = page(
        [section(1, { text: theirs(words), heading: theirs(words) }), section(2)],
        {},
        { title: theirs(words) },
      )
      for (const read of [byCommonmark(text), byMicromark(text)])
        expect(read.code.at(-1)).to.match(/^## Part 2\n+words of 2\n$/)
    }
  })
})

describe("a pad as a tool's text", () => {
  it('continues where the last answer was cut, until everything was read once', () => {
    const long = [section(1, { text: theirs('a'.repeat(30_000)) }), section(2, { text: theirs('b'.repeat(30_000)) })]
    let read = ''
    let offset: number | undefined = 0
    let calls = 0
    while (offset !== undefined) {
      const part = padText(pad(long), { eyes: {}, offset }, renderBody)
      expect(printed(part.text).length).to.be.lessThan(42_000)
      read += byCommonmark(printed(part.text))
        .code.map((text) => text.replaceAll('\n', ''))
        .join('')
      offset = part.next_offset
      calls++
    }
    expect(read).to.equal('a'.repeat(30_000) + 'b'.repeat(30_000))
    expect(calls).to.equal(2)
  })

  it('says its status by its own word, and promises nothing of suggestions and decisions that wait', () => {
    const head = (fields: Partial<PadPage>) =>
      printed(padText(pad([section(1)], fields), { eyes: {} }, renderBody).text)
    expect(head({})).to.contain(' · settled: no thread about it is open · version 3')
    expect(head({ status: 'disputed' })).to.contain(' · disputed · version 3')
  })

  it('makes progress with text that takes eight characters to show one', () => {
    const long = [section(1, { text: theirs('\u202e'.repeat(20_000)) })]
    let offset: number | undefined = 0
    let calls = 0
    while (offset !== undefined && calls < 50) {
      const part = padText(pad(long), { eyes: {}, offset }, renderBody)
      expect(JSON.stringify(printed(part.text)).length).to.be.lessThan(100_000)
      offset = part.next_offset
      calls++
    }
    expect(offset).to.equal(undefined)
  })

  it('prints blocks each under its id and rev', () => {
    const blocks = [
      { id: 'aaaaaaaa', rev: 1, text: theirs('one') },
      { id: 'bbbbbbbb', rev: 4, text: theirs('two') },
    ]
    expect(printed(padText(pad([section(1, { blocks })]), { eyes: {}, blocks: true }, renderBody).text)).to.contain(
      'block aaaaaaaa rev 1\n~~~~markdown\none\n~~~~\nblock bbbbbbbb rev 4\n~~~~markdown\ntwo\n~~~~',
    )
  })

  it('says where the grounds of decisions stand that a part leaves out, however little room there is', () => {
    const decided = (n: number) => ({
      id: `dec_${n}`,
      status: 'decided' as const,
      text: theirs(`Bake at ${n}. ${'Long. '.repeat(30)}`),
      by: someone(),
      at,
      ...(n === 1 ? { reason: theirs('Two pale loaves.') } : {}),
    })
    const decisions = Array.from({ length: 40 }, (_, n) => decided(n)) as unknown as NonNullable<PadPage['decisions']>
    const shown = (json: number) =>
      printed(padText(pad([section(1)], { decisions }), { eyes: {}, outline: true, json }, renderBody).text)
    for (const json of [2_000, 4_000, 6_000])
      expect(shown(json))
        .to.contain('older decisions left out here')
        .and.contain('reasons and options of these decisions: open_pad with pad_id alone')
        .and.not.contain('Two pale loaves.')
  })

  it('names the sections it does not know', () => {
    const { text, sections } = padText(pad([section(1)]), { eyes: {}, sections: ['00000001', 'deadbeef'] }, renderBody)
    expect(printed(text)).to.contain('unknown sections: deadbeef')
    expect(sections.map(({ id }) => id)).to.deep.equal(['00000001'])
  })
})

describe('a hub as Markdown', () => {
  const hub = (fields: Partial<HubPage> = {}): HubPage => ({
    id: 'hub_1',
    slug: 'cooking',
    title: theirs('Cooking'),
    audience: 'public',
    mode: 'open',
    accepts_guests: false,
    guide: theirs('Be kind.'),
    guide_updated: at,
    version: 1,
    updated: at,
    members_count: 2,
    member: false,
    items: [
      { type: 'pad', id: 'pad_1', title: theirs('Eggs'), status: 'settled', version: 3, updated: at },
      { type: 'thread', id: 'thr_1', title: theirs('Why | so'), status: 'open', last_seq: 4, version: 9, updated: at },
    ],
    ...fields,
  })

  it('says how to take part, then Read me first, pads and threads', () => {
    const text = printed(hubMarkdown(hub(), { origin }, renderBody))
    expect(
      text.startsWith('---\nid: "hub_1"\ntype: "hub"\nslug: "cooking"\naudience: "public"\nmember: false\n---\n'),
    ).to.equal(true)
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).to.deep.equal([
      'How to take part',
      'Read me first',
      'Pads',
      'Threads',
    ])
    expect(text)
      .to.contain('~~~~markdown\nBe kind.\n~~~~')
      .and.contain('[Why \\| so](https://hub.example/t/thr_1) · open · last seq 4')
  })

  it('leaves out the type that was not asked for', () => {
    expect(printed(hubMarkdown(hub(), { origin, type: 'pad' }, renderBody))).not.to.contain('## Threads')
  })

  it('has a brief with Read, Join, Read me first, Pads and Threads', () => {
    const text = printed(hubBrief(hub(), origin, renderBody))
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).to.deep.equal([
      'Read',
      'Join',
      'Read me first',
      'Pads',
      'Threads',
    ])
  })

  it('is inert as HTML', () => {
    for (const words of nasty) {
      const sections = [section(1, { text: theirs(words), heading: theirs(words) })]
      for (const outline of [true, false]) {
        expectInert(
          padHtml(
            pad(sections, { title: theirs(words) }),
            { ...someAsked, me: mara, origin, outline },
            renderBody,
          ).toString(),
        )
      }
    }
  })
})

describe('a pad as a page', () => {
  it('tells what was done, and that a report was sent, above its columns and not in one', () => {
    const shown = padHtml(pad([section(1)]), { ...someAsked, me: mara, done: 'Saved.' }, renderBody).toString()
    expect(shown).to.match(/<main[^>]*>\n<div class="above"><div class="notice good" role="status"><p>Saved\./)
    expect(shown).to.contain('id="reported"')
  })

  it('names on each thing that waits which button the keys for yes and no press', () => {
    const edit = {
      kind: 'suggestion',
      status: 'proposed',
      by: someone(),
      at,
      base_version: 3,
      section_ids: [section(1).id],
    }
    const sizes = { merged: false, added_chars: 0, removed_chars: 0 }
    const shown = padHtml(
      pad([section(1)], {
        may: ['edit_pad'],
        suggestions: [
          { ...edit, ...sizes, id: 'edt_1', answers: ['check'] },
          { ...edit, ...sizes, id: 'edt_2', answers: ['accept', 'turn_down'] },
        ] as unknown as NonNullable<PadPage['suggestions']>,
        decisions: [{ id: 'dec_1', status: 'proposed', text: theirs('Rye'), by: someone(), at, answers: ['accept'] }],
      }),
      { ...someAsked, me: mara },
      renderBody,
    ).toString()
    const pressed = (key: string) =>
      [...shown.matchAll(new RegExp(`value="(\\w+)" data-does="${key}"`, 'g'))].map(([, value]) => value)
    expect(pressed('accept')).to.have.members(['checked', 'accept', 'accept'])
    expect(pressed('refuse')).to.have.members(['turned_down', 'turn_down', 'turn_down'])
  })
})
