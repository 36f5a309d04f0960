(function (d, l, h) {
  var main = d.querySelector('main');
  var buttons = d.querySelectorAll('button');
  var alert = d.querySelector('[role=alert]');
  var token = new URLSearchParams(l.hash.slice(1)).get('token') || h.state;
  // Keeps the token out of the address bar and the history, but available after a reload.
  if (l.hash) h.replaceState(token, '', l.pathname + l.search);
  function show(part) {
    d.querySelectorAll('[data-part]').forEach(function (one) {
      one.hidden = one.dataset.part !== part;
      if (!one.hidden) one.querySelector('h1').focus();
    });
  }
  function allow(pressing) {
    buttons.forEach(function (one) {
      one.disabled = !pressing;
    });
    alert.hidden = true;
  }
  if (!token) return show('ended');
  function press(event) {
    allow(false);
    fetch(event.currentTarget.dataset.call, { method: 'POST', headers: { Authorization: 'Bearer ' + token } })
      .then(function (answer) {
        if (answer.ok && main.dataset.next) return l.replace(main.dataset.next + l.search + '#token=' + encodeURIComponent(token));
        if (answer.ok) return show('done');
        if (answer.status === 401 || answer.status === 404) return show('ended');
        throw answer;
      })
      .catch(function () {
        allow(true);
        alert.hidden = false;
      });
  }
  buttons.forEach(function (one) {
    one.addEventListener('click', press);
  });
})(document, location, history);
