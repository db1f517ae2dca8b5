import { expect } from 'chai'
import { renderBody } from '../../src/render/body.ts'
import { dmCard } from '../../src/render/cards/dm.ts'
import { dmsPage } from '../../src/render/pages/dms.ts'
import type { DmLine } from '../../src/records/dm_page.ts'
import type { DmsView } from '../../src/records/view.ts'
import { mara, someAsked } from './asked.ts'
import { expectInert } from './inert.ts'
import { at, someone } from './nasty.ts'

const asked = { ...someAsked, me: mara }

const standing: Readonly<Record<string, Pick<DmLine, 'status' | 'direction' | 'ended'>>> = {
  'wants to write to you': { status: 'requested', direction: 'in' },
  'not answered yet': { status: 'requested', direction: 'out' },
  'you declined': { status: 'declined', direction: 'in' },
  'not accepted': { status: 'declined', direction: 'out' },
  ended: { status: 'declined', direction: 'in', ended: true },
  'you blocked them': { status: 'blocked', direction: 'out' },
}

describe('messages as a card', () => {
  for (const [words, now] of Object.entries(standing)) {
    it(`say how a conversation stands as the page does: ${words}`, () => {
      const dm: DmLine = { id: 'dm_1', with: someone(), last_seq: 1, unread: 1, updated: at, ...now }
      const list: DmsView = { kind: 'dm', dms: [dm] }
      const one = { kind: 'dm', dm, posts: [], has_older: false, has_newer: false, may: [], shared: [] } as const
      for (const view of [list, one]) {
        const card = dmCard(view, asked, renderBody).toString()
        expectInert(card)
        expect(card).to.contain(`>${words}<`)
      }
      // a request to the reader has its own place on the page
      if (words !== 'wants to write to you')
        expect(dmsPage(list, asked, renderBody).toString()).to.contain(`>${words}<`)
    })
  }
})
