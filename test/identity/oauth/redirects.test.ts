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

  it('is written as everybody reads it: not as a browser alone would', () => {
    for (const address of [
      'https://App.example/cb',
      'https://app.example:443/cb',
      'https://app.example',
      'http://[::1]:7/cb',
    ])
      expect(isRedirect(address), address).to.equal(true)
    for (const address of [
      'https://app.example\\@evil.example/',
      'https:\\\\app.example/cb',
      'https:app.example/cb',
      'https:/app.example/cb',
      'https:///app.example/cb',
      'https://%61pp.example/cb',
      'http://0x7f.1/cb',
      'http://2130706433/cb',
      'http://[0:0::1]/cb',
      'https://app.example/cb?a="b',
      'https://app.example/<cb>',
    ])
      expect(isRedirect(address), address).to.equal(false)
  })
})
