import { expect } from 'chai'
import type { InboxLine } from '../../src/records/inbox_view.ts'
import { inboxLine } from '../../src/render/marks/inbox_line.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { mara, someAsked } from './asked.ts'

describe('a suggestion in the inbox', () => {
  const line = (changed: string): string => {
    const item: InboxLine = {
      seq: 1,
      kind: 'edit_proposed',
      class: 'work',
      wakes: false,
      at: new Date(someAsked.now),
      from_kind: 'human',
      folded: 0,
      wait: {
        kind: 'suggestion',
        items: [1],
        at: new Date(someAsked.now),
        edit_id: 'edt_1',
        by: { id: 'hum_ben', kind: 'human', name: untrusted('Ben'), reach: true },
        pad: { id: 'pad_1', title: untrusted('House bread') },
        sections: [],
        changed: untrusted(changed),
      },
    }
    return inboxLine(item, { ...someAsked, me: mara }).toString()
  }

  it('shows the words that change and a few around them, beside its answers', () => {
    const said = line('- Mix at 78 % water and rest it for an hour.\n+ Mix at 75 % water and rest it for an hour.')
    expect(said).to.contain('<p>Mix at <del>78</del> <ins>75</ins> % water and rest</p>').and.contain('Turn down')
  })

  it('shows what is new or gone, and how much more there is', () => {
    expect(line('+ Rest it.')).to.contain('<ins>Rest it.</ins>').and.not.contain('<del>')
    expect(line('- Rest it.')).to.contain('<del>Rest it.</del>').and.not.contain('<ins>')
    expect(line('- a\n+ b\n- c\n+ d')).to.contain('and 1 more')
  })
})
