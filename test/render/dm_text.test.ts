import { expect } from 'chai'
import { renderBody } from '../../src/render/body.ts'
import { printed } from '../../src/render/markdown/md.ts'
import { dmText } from '../../src/render/tool_text/dm_text.ts'
import type { DmPage } from '../../src/records/dm_page.ts'
import { at, someone, somePost } from './nasty.ts'

describe('a DM as the text of a tool', () => {
  it('stays within 85,000 characters with what stands around its posts, wherever it is cut', () => {
    for (let size = 1_500; size < 1_700; size += 5) {
      const posts = Array.from({ length: 60 }, (_, n) => somePost(n + 1, 'x'.repeat(size)))
      const dm = { id: 'dm_1', with: someone(), status: 'open', direction: 'in', last_seq: 60, unread: 0, updated: at }
      const page = { dm, posts, has_older: false, has_newer: false } as unknown as DmPage
      const shown = dmText(page, { eyes: {}, from: 'newest', clip: true, inData: () => 0 }, renderBody)
      expect(printed(shown.text).length, `posts of ${size}`).to.be.within(80_000, 85_000)
      expect(shown.has_older).to.equal(true)
    }
  })
})
