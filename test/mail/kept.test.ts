import { expect } from 'chai'
import { serviceClock } from '../../src/clock.ts'
import type { Log } from '../../src/log.ts'
import { openMail } from '../../src/mail/mail.ts'
import { mail as most } from '../../src/rules/limits.ts'
import { freshDatabase } from '../support/stores.ts'

describe('mail where no mail server is connected', () => {
  it('is kept, the newest first, and of very much the newest', async () => {
    const { sql } = await freshDatabase()
    const clock = serviceClock()
    const mail = openMail({ config: { mailFrom: 'svc', production: false }, sql, clock, log: {} as Log })
    expect(mail.connected).to.equal(false)
    for (let n = 1; n <= most.kept + 3; n++)
      await mail.send({ to: 'ada@mail.example', subject: `${n}`, text: 'Hello\n' })
    const kept = await mail.kept()
    expect(kept.map(({ subject }) => Number(subject))).to.deep.equal(
      Array.from({ length: most.kept }, (_, place) => most.kept + 3 - place),
    )
    expect(kept[0]).to.include({ to: 'ada@mail.example', text: 'Hello\n' })
    expect(Math.abs(Date.parse(kept[0]?.at ?? '') - clock.now())).to.be.below(60_000)
  })
})
