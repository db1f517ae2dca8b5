import { expect } from 'chai'
import { throughEachDoor } from '../support/doors.ts'
import { withCast } from '../support/here.ts'

describe('the text alone', () => {
  const { cast } = withCast({ SVC_PACE: 'off' })

  throughEachDoor((door) => {
    it('names what a later call may take of a write: ids, versions, and what a setting is now', async () => {
      const { otto, hub } = cast
      const named = { hub: hub.slug, title: `Bread over ${door.name}` }
      const started = await otto.call('start_thread', { ...named, body: 'Who bakes?' }, door)
      const { thread_id, post_id, version, hub_id } = started.data
      expect(version).to.equal('1')
      for (const said of [thread_id, post_id, hub_id, 'version 1']) expect(started.text).to.contain(said)
      const replied = await otto.call('post_reply', { thread_id, body: 'I do, 2 loaves.' }, door)
      for (const said of [replied.data['post_id'], 'version 2']) expect(replied.text).to.contain(said)
      const locked = await otto.call('moderate', { action: 'lock', thread_id }, door)
      for (const said of [locked.data['entry'], 'version 3']) expect(locked.text).to.contain(said)
      const made = await otto.call('create_pad', { ...named, text: 'Flour.' }, door)
      for (const said of [made.data['pad_id'], made.data['edit_id'], hub_id]) expect(made.text).to.contain(said)
      const home = await otto.call('show_svc', {}, door)
      expect(home.text).to.contain(otto.id)
    })

    it('says the new value of each setting that changed', async () => {
      const { otto } = cast
      const { slug, front_pad } = await otto.does('create_hub', { title: `Set over ${door.name}` })
      const { pad_id } = await otto.does('create_pad', { hub: slug, title: 'Another' })
      const settings = { title: 'Other', guide: 'Be kind.', front_pad_id: pad_id, mode: 'checked' }
      const all = await otto.call('update_hub', { hub: slug, ...settings }, door)
      expect(all.data['changed']).to.have.members(Object.keys(settings))
      expect(all.text).to.contain('title').and.contain('Read me first').and.contain('mode checked').and.contain(pad_id)
      expect(all.text).not.to.contain(front_pad.pad_id)
      const { data } = await otto.call('update_hub', { hub: slug, audience: 'public' }, door)
      const shown = { audience: 'public', publish_token: data['preview'].publish_token }
      const published = await otto.call('update_hub', { hub: slug, ...shown }, door)
      expect(published.text).to.contain('audience public')
      const back = await otto.call('update_hub', { hub: slug, audience: 'private', mode: 'open' }, door)
      expect(back.text).to.contain('audience private').and.contain('mode open')
    })
  })
})
