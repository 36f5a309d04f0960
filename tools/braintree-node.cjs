// Fails a spec with the errors of its callbacks, even after another spec has started. See tools/braintree-node.
const { AsyncLocalStorage } = require('node:async_hooks');

const running = new AsyncLocalStorage();
globalThis.failSpec = (thrown) => {
  const spec = running.getStore(); // none in a hook, which ends by its time limit
  // Some specs still pass: they check changes made meanwhile by another of their calls.
  setTimeout(() => spec && !spec.state && spec.callback(thrown), 300);
};
exports.mochaHooks = {
  beforeEach() {
    const spec = this.currentTest;
    const body = spec.fn;
    spec.fn = function (...done) {
      return running.run(spec, () => body.apply(this, done));
    };
  },
};
