import problem from '../../../../sdk/text/en/problem.json';
import rule from '../../../../sdk/text/en/rule.json';
import screen from '../../../../sdk/text/en/screen.json';

/** What every screen but the first may say: its own words, the rules' and the server's. */
export default { ...problem, ...rule, ...screen };
