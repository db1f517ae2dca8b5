import { expect } from 'chai'
import { padEditHtml } from '../../src/render/pages/pad_edit.ts'
import { renderBody } from '../../src/render/body.ts'
import type { PadPage } from '../../src/records/pad/pad_page.ts'
import { present } from '../../src/records/present.ts'
import type { Audience } from '../../src/rules/hub_audience.ts'
import { mara, someAsked } from './asked.ts'
import { at, theirs } from './nasty.ts'

const editorOf = (audience: Audience, more: Partial<Pick<PadPage, 'joinable' | 'removed' | 'locked'>>): string => {
  const page: PadPage = {
    id: 'pad_1',
    hub: { id: 'hub_1', slug: 'bread', title: theirs('Bread'), audience, mode: 'checked' },
    title: theirs('House bread'),
    version: 3,
    latest_version: 3,
    status: 'settled',
    created: at,
    updated: at,
    sections: [],
    moved: false,
    indexable: false,
    may: ['start_thread'],
    ...present(more),
  }
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
