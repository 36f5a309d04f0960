import problem from '../../../sdk/text/es/problem.json';
import rule from '../../../sdk/text/es/rule.json';
import screen from '../../../sdk/text/es/screen.json';

export default { ...problem, ...rule, ...screen };
