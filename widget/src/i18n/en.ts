import problem from '../../../sdk/text/en/problem.json';
import rule from '../../../sdk/text/en/rule.json';
import screen from '../../../sdk/text/en/screen.json';

export default { ...problem, ...rule, ...screen };
