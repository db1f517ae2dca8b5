/** Reads the secret behind the # of a confirmation link and asks the service to confirm the address. */
const said = document.getElementById('said')
const token = location.hash.slice(1)
// the secret stands in no history and no screenshot from here on
history.replaceState(null, '', location.pathname)
void confirm()

async function confirm() {
  if (token === '') {
    said.textContent = 'This page needs the whole link of the mail, with what stands behind the #.'
    return
  }
  try {
    const response = await fetch('/api/verify-email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-svc': '1' },
      body: JSON.stringify({ token }),
    })
    const answer = await response.json()
    said.textContent = response.ok ? told(answer) : answer.message
  } catch {
    said.textContent = 'The service did not answer. Open the link again.'
  }
}

function told({ name, signedIn, merged, otherSession }) {
  const confirmed = `The address is confirmed for ${name}.`
  if (otherSession) return `${confirmed} This browser stays signed in as somebody else.`
  if (merged) return `${confirmed} What you wrote as a guest is part of your account now, and you are signed in.`
  return signedIn ? `${confirmed} You are signed in.` : confirmed
}
