// Sends the form as a browser would, and shows the outcome, because the answer is JSON and not a page.
const form = document.querySelector('form')
const outcome = document.querySelector('#outcome')
if (new URLSearchParams(location.search).has('login_error')) outcome.textContent = 'Username or password is wrong. Please try again.'

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  outcome.textContent = 'Logging in …'
  try {
    const response = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form, event.submitter)) })
    const answer = await response.json()
    if (answer.auth) outcome.textContent = 'You are logged in.'
    else if (response.ok) outcome.textContent = 'Username or password is wrong. Please try again.'
    else outcome.textContent = answer.detail
  } catch {
    outcome.textContent = 'The server can’t be reached. Please try again.'
  }
})
