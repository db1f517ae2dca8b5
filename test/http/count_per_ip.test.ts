import { expect } from 'chai'
import { serviceClock } from '../../src/clock.ts'
import { openIpLimits } from '../../src/http/request/count_per_ip.ts'
import { connectRedis } from '../../src/redis/connect.ts'
import { perIp } from '../../src/rules/limits.ts'
import { minutes } from '../../src/rules/units.ts'
import { atTheEnd, freshRedis, type TestRedis } from '../support/stores.ts'
import { anyRefusalOf } from '../support/refusal.ts'

describe('per-IP windows', () => {
  let store: TestRedis
  before(async () => {
    store = await freshRedis()
  })

  // SPEC: windows are rolling except
  // SPEC: Errors > rate limited 429
  it('let through the limit, then say how long until the window ends, on every instance', async () => {
    let wall = Date.parse('2026-09-24T10:03:00.000Z')
    const clock = serviceClock(() => wall)
    const open = () => openIpLimits({ config: { trustProxy: 0, pace: true }, clock, redis: store.redis })
    const [one, other] = [open(), open()]
    const { limit, window_ms } = perIp.signin
    for (let n = 0; n < limit; n++) await (n % 2 ? one : other).count('signin', '198.51.100.1')
    const refused = await anyRefusalOf(one.count('signin', '198.51.100.1'))
    expect(refused).to.include({ code: 'rate_limited', reason: 'ip', status: 429 })
    expect(refused?.details['retry_after_seconds']).to.equal((window_ms - minutes(3)) / 1000)
    expect(await anyRefusalOf(one.count('signin', '198.51.100.2'))).to.equal(undefined)
    expect(await anyRefusalOf(one.count('register', '198.51.100.1'))).to.equal(undefined)
    wall += window_ms - minutes(3)
    expect(await anyRefusalOf(other.count('signin', '198.51.100.1'))).to.equal(undefined)
  })

  it('count the very first request, also where another command leaves in one packet with it', async () => {
    const redis = connectRedis({ url: store.url, options: { enableAutoPipelining: true } })
    atTheEnd(() => redis.disconnect())
    const limits = openIpLimits({ config: { trustProxy: 0, pace: true }, clock: serviceClock(), redis })
    await redis.ping()
    const count = async () => (await Promise.all([redis.get('anything'), limits.count('signin', '198.51.100.4')]))[1]
    for (let n = 0; n < perIp.signin.limit; n++) await count()
    expect(await anyRefusalOf(count())).to.include({ reason: 'ip' })
  })

  it('are off with pace', async () => {
    const limits = openIpLimits({ config: { trustProxy: 0, pace: false }, clock: serviceClock(), redis: store.redis })
    for (let n = 0; n <= perIp.signin.limit; n++) await limits.count('signin', '198.51.100.3')
  })
})
