// Fails a spec with what its callbacks throw, also where another spec runs by then. See tools/braintree-node.
const { AsyncLocalStorage } = require('node:async_hooks');

const running = new AsyncLocalStorage();
globalThis.failSpec = (thrown) => {
  const spec = running.getStore(); // none in a hook, which ends by its time limit
  // Some specs end well all the same: they check what another of their calls changes meanwhile.
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
