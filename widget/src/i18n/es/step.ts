import problem from '../../../../sdk/text/es/problem.json';
import rule from '../../../../sdk/text/es/rule.json';
import screen from '../../../../sdk/text/es/screen.json';

/** What every screen but the first may say: its own words, the rules' and the server's. */
export default { ...problem, ...rule, ...screen };
