import { expect } from 'chai'
import { isRedirect } from '../../../src/identity/oauth/redirects.ts'

describe('where a client may be sent back to', () => {
  it('is a host of letters, digits, dots and hyphens, or an address in brackets', () => {
    for (const address of [
      'https://app.example/cb',
      'https://sub.app-1.example:8443/cb?x=1',
      'https://[2606:4700::1111]/cb',
      'http://127.0.0.1:4000/cb',
      'com.example.app:/cb',
    ])
      expect(isRedirect(address), address).to.equal(true)
    for (const address of [
      'https://x;sandbox/cb',
      'https://x,y/cb',
      'https://*/cb',
      'https://*.example/cb',
      "https://x'y/cb",
      'https://x_y&z/cb',
    ])
      expect(isRedirect(address), address).to.equal(false)
  })
})
