import { expect } from 'chai'
import { browserNamed } from '../../src/text/names/browser_named.ts'

describe('the name of a browser', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  for (const [userAgent, called] of [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/149.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/149.0.0.0 Safari/537.36 Edg/149.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/149.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
    // as sessions of earlier releases have it, cut after eighty characters
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`, 'A browser on Windows'],
    ['curl/8.5.0', 'curl/8.5.0'],
  ] as const)
    it(`is ${called} of ${userAgent.slice(-30)}`, () => expect(browserNamed(userAgent)).to.equal(called))
})
