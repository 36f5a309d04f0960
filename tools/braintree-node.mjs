// Counts the results of each file of specs. Fails when a failure has no line that explains it, or a line explains none.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const [list, ...reports] = process.argv.slice(2);
const reasons = readFileSync(list, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [pattern, reason] = line.split(' :: ');
    return { pattern: new RegExp(pattern), reason, count: 0 };
  });
const unexplained = [];
for (const report of reports) {
  const { stats, failures } = JSON.parse(readFileSync(report, 'utf8'));
  console.log(`${basename(report, '.json')}: ${stats.passes} of ${stats.tests} pass`);
  for (const { fullTitle } of failures) {
    const reason = reasons.find(({ pattern }) => pattern.test(fullTitle));
    if (reason) reason.count++;
    else unexplained.push(fullTitle);
  }
}
for (const { reason, count } of reasons) console.log(`${String(count).padStart(4)} fail: ${reason}`);
for (const title of unexplained) console.log(`not explained: ${title}`);
const idle = reasons.filter(({ count }) => count === 0);
for (const { pattern } of idle) console.log(`explains nothing any more: ${pattern}`);
process.exit(unexplained.length + idle.length > 0 ? 1 : 0);
