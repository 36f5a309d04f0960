// The settings are in the URL's fragment, which has room for any brand and isn't logged.
const { ground, direction, element, attributes } = JSON.parse(decodeURIComponent(location.hash.slice(1) || '%7B%7D'));
document.documentElement.className = ground ?? '';
if (direction) document.documentElement.dir = direction;
const flow = document.createElement(element ?? 'cojoin-join');
for (const [name, value] of Object.entries(attributes ?? {})) flow.setAttribute(name, value);
document.querySelector('#place')?.append(flow);
