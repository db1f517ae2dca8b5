import { expect } from 'chai'
import { padEditHtml } from '../../src/render/pages/pad_edit.ts'
import { renderBody } from '../../src/render/body.ts'
import type { PadPage } from '../../src/records/pad/pad_page.ts'
import type { Audience } from '../../src/rules/hub_audience.ts'
import { mara, someAsked } from './asked.ts'
import { somePad, theirs } from './nasty.ts'

const editorOf = (audience: Audience, more: Partial<Pick<PadPage, 'joinable' | 'removed' | 'locked'>>): string => {
  const hub = { ...somePad().hub, audience, mode: 'checked' } as const
  const page = somePad({ hub, may: ['start_thread'], ...more })
  const words = theirs('Rye.')
  const draft = { page, base_version: 3, text: words, title: page.title, stands: words, clashes: [] }
  return padEditHtml(draft, { ...someAsked, me: mara }, renderBody).toString()
}

describe('the editor of a pad, for who may not write in it', () => {
  it('offers to join where that is possible, and says so where it is not', () => {
    expect(editorOf('public', { joinable: true })).to.contain('value="ui_join_hub"')
    for (const page of [editorOf('private', {}), editorOf('public', {})])
      expect(page)
        .to.contain('You cannot change this pad.')
        .and.contain('href="/p/pad_1">Back to the pad')
        .and.not.contain('value="ui_join_hub"')
    expect(editorOf('public', { removed: true })).to.contain('You were removed here and cannot write.')
    expect(editorOf('public', { locked: true, joinable: true })).to.contain('This pad takes no changes now.')
  })
})
