import { expect } from 'chai'
import { renderBody } from '../../src/render/body.ts'
import { padCard } from '../../src/render/cards/pad.ts'
import type { PadView } from '../../src/records/view.ts'
import { expectInert } from './inert.ts'
import { mara } from './asked.ts'
import { at, someone, somePad, theirs } from './nasty.ts'

const asked = { me: mara, origin: 'https://svc.example', now: at.getTime(), key: () => 'a-key' }

const view = (fields: Partial<PadView> = {}): PadView => ({
  kind: 'pad',
  ...somePad(),
  may: ['edit_pad', 'start_thread'],
  sections: [
    {
      id: 'aaaaaaaa',
      level: 2,
      heading: theirs('Water'),
      status: 'settled',
      open_threads: 0,
      words: 4,
      rev: 1,
      text: theirs('## Water\n\nMix at 78 %.'),
      reach: true,
    },
    {
      id: 'bbbbbbbb',
      level: 2,
      heading: theirs('Salt'),
      status: 'settled',
      open_threads: 0,
      words: 2,
      rev: 1,
      reach: true,
      changed_since_read: true,
    },
  ],
  ...fields,
})

const card = (fields: Partial<PadView> = {}): string => {
  const printed = padCard(view(fields), asked, renderBody).toString()
  expectInert(printed)
  return printed
}

const suggestion = {
  id: 'ed_1',
  kind: 'suggestion',
  status: 'proposed',
  by: someone(),
  at,
  base_version: 3,
  section_ids: ['aaaaaaaa'],
  merged: false,
  added_chars: 2,
  removed_chars: 2,
  changed: theirs('- Mix at 78 %.\n+ Mix at 75 %.'),
} as const

const decision = {
  id: 'dec_1',
  status: 'proposed',
  text: theirs('T85'),
  options: [theirs('T80'), theirs('T85')],
  by: someone(),
  at,
  section_id: 'bbbbbbbb',
} as const

describe('the card of a pad', () => {
  it('shows what a suggestion changes word by word, with the answers its reader has', () => {
    const whole = card({ suggestions: [{ ...suggestion, answers: ['accept', 'turn_down'] }] })
    expect(whole).to.contain('<del>78 %.</del> <ins>75 %.</ins>')
    expect(whole).to.contain('value="accept"').and.contain('value="turn_down"').and.not.contain('value="withdraw"')
    expect(card({ suggestions: [{ ...suggestion, answers: [] }] })).not.to.contain('ui_answer_edit')
    expect(card({ suggestions: [{ ...suggestion, answers: ['check'] }] }))
      .to.contain('ui_verify')
      .and.contain('value="checked"')
      .and.contain('value="turned_down"')
      .and.not.contain('value="accept"')
  })

  it('says who suggests a change, and to which section', () => {
    expect(card({ suggestions: [suggestion] })).to.contain('</b> suggests a change to <b>Water</b>')
    const own = { ...suggestion, by: someone({ id: mara.id }), section_ids: ['cccccccc'] }
    expect(card({ suggestions: [own] })).to.contain('<b>You</b> suggested a change to <b>this pad</b>')
  })

  it('says of a suggestion that it changes the title, or moves paragraphs alone', () => {
    const { changed: _, ...wordless } = suggestion
    expect(card({ suggestions: [{ ...wordless, title: theirs('Rye bread') }] })).to.contain(
      '<p>New title: <ins><bdi>Rye bread</bdi></ins></p>',
    )
    expect(card({ suggestions: [wordless] })).to.contain('It moves paragraphs, and changes no words.')
  })

  it('lets a decision be taken in place, the proposed option first and named by its place', () => {
    const whole = card({ decisions: [{ ...decision, answers: ['accept', 'turn_down'] }] })
    expect(whole)
      .to.match(/value="option=2&amp;[^"]*" checked> <span><bdi>T85<\/bdi>.*proposed/)
      .and.match(/value="option=1&amp;[^"]*"> <span><bdi>T80/)
    const reader = card({ decisions: [{ ...decision, answers: [] }] })
    expect(reader).to.contain('T80').and.not.contain('ui_answer_decision')
    expect(reader).to.contain('a decision waits').and.contain('Somebody who edits here decides.')
    const proposer = card({ decisions: [{ ...decision, answers: ['withdraw'] }] })
    expect(proposer).to.contain('value="withdraw"').and.not.contain('value="accept"')
    expect(whole).to.contain('</b> asks for a decision')
    const own = card({ decisions: [{ ...decision, by: someone({ id: mara.id }), answers: [] }] })
    expect(own).to.contain('<b>You</b> ask for a decision')
  })

  it('says how many sections the undo of an edit takes back', () => {
    const last = { id: 'edt_1', kind: 'edit', by: someone(), at, version: 4, sections: 1, undo: true } as const
    const [water, salt] = view({}).sections as [PadView['sections'][0], PadView['sections'][0]]
    const one = card({ sections: [{ ...water, last }, salt] })
    expect(one).to.contain('change to Water"').and.contain('>Undo</button>')
    // the other one was changed again since
    const both = card({ sections: [{ ...water, last: { ...last, sections: 2 } }, salt] })
    expect(both).to.contain('change to Water and 1 other section"').and.contain('>Undo in 2 sections</button>')
  })

  it('says what is new in the other sections, and offers what may be done', () => {
    expect(card())
      .to.contain('changed since you read it')
      .and.contain('/p/pad_1?edit')
      .and.contain('pad=pad_1&amp;section=aaaaaaaa')
    expect(card({ may: [] }))
      .not.to.contain('?edit')
      .and.not.to.contain('/new?')
  })
})
