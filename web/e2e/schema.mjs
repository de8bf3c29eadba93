// Whether a JSON value fits a schema, for as much of draft 7 as docs/protocol.schema.json uses.
// A keyword that is not known here is an error, so that nothing goes unchecked.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const kinds = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
};
const length = (text) => [...text].length;
const first = (list, complain) => {
  for (let i = 0; i < list.length; i++) {
    const complaint = complain(list[i], i);
    if (complaint) return complaint;
  }
  return undefined;
};

/** Each keyword: (value, what the schema wants, where, the schema, check) to a complaint, or nothing. */
const keywords = {
  $ref: (value, wanted, where, _, check, root) =>
    check(value, wanted.slice(2).split('/').reduce((at, part) => at[part], root), where),
  type: (value, wanted, where) => (kinds[wanted](value) ? undefined : `${where}: no ${wanted}`),
  const: (value, wanted, where) => (isDeepStrictEqual(value, wanted) ? undefined : `${where}: not ${JSON.stringify(wanted)}`),
  enum: (value, wanted, where) => (wanted.includes(value) ? undefined : `${where}: ${JSON.stringify(value)} is none of ${wanted.join(', ')}`),
  required: (value, wanted, where) =>
    isObject(value) ? first(wanted, (key) => (key in value ? undefined : `${where}: ${key} is missing`)) : undefined,
  properties: (value, wanted, where, _, check) =>
    isObject(value) ? first(Object.keys(wanted), (key) => (key in value ? check(value[key], wanted[key], `${where}.${key}`) : undefined)) : undefined,
  additionalProperties: (value, wanted, where, schema, check) =>
    isObject(value)
      ? first(Object.keys(value).filter((key) => !(key in (schema.properties ?? {}))), (key) =>
          wanted === false ? `${where}: ${key} does not belong there` : check(value[key], wanted, `${where}.${key}`))
      : undefined,
  propertyNames: (value, wanted, where, _, check) =>
    isObject(value) ? first(Object.keys(value), (key) => check(key, wanted, `${where}, key`)) : undefined,
  items: (value, wanted, where, _, check) =>
    Array.isArray(value) ? first(value, (item, i) => check(item, wanted, `${where}[${i}]`)) : undefined,
  uniqueItems: (value, wanted, where) =>
    wanted && Array.isArray(value) && new Set(value.map((item) => JSON.stringify(item))).size < value.length ? `${where}: something twice` : undefined,
  minItems: (value, wanted, where) => (Array.isArray(value) && value.length < wanted ? `${where}: too few` : undefined),
  maxItems: (value, wanted, where) => (Array.isArray(value) && value.length > wanted ? `${where}: too many` : undefined),
  minLength: (value, wanted, where) => (typeof value === 'string' && length(value) < wanted ? `${where}: too short` : undefined),
  maxLength: (value, wanted, where) => (typeof value === 'string' && length(value) > wanted ? `${where}: too long` : undefined),
  pattern: (value, wanted, where) =>
    typeof value === 'string' && !new RegExp(wanted, 'u').test(value) ? `${where}: ${JSON.stringify(value)} is not like ${wanted}` : undefined,
  minimum: (value, wanted, where) => (typeof value === 'number' && value < wanted ? `${where}: less than ${wanted}` : undefined),
  allOf: (value, wanted, where, _, check) => first(wanted, (part) => check(value, part, where)),
  oneOf: (value, wanted, where, _, check) => {
    const complaints = wanted.map((part) => check(value, part, where));
    const fitting = complaints.filter((complaint) => !complaint).length;
    return fitting === 1 ? undefined : `${where}: fits ${fitting} of these, not one: ${complaints.filter(Boolean).join('; ')}`;
  },
  if: (value, wanted, where, schema, check) => check(value, (check(value, wanted, where) ? schema.else : schema.then) ?? {}, where),
};
const silent = new Set(['$schema', '$comment', 'definitions', 'then', 'else']);

/** A function that says what is wrong with a value as definitions/NAME; undefined when nothing is. */
export function makeChecker(root) {
  const check = (value, schema, where) =>
    first(Object.keys(schema), (keyword) => {
      if (silent.has(keyword)) return undefined;
      const rule = keywords[keyword];
      if (!rule) throw new Error(`the schema uses "${keyword}", which is not known here`);
      return rule(value, schema[keyword], where, schema, check, root);
    });
  return (name, value) => check(value, { $ref: `#/definitions/${name}` }, name);
}

export const complaint = makeChecker(JSON.parse(readFileSync(new URL('../../docs/protocol.schema.json', import.meta.url), 'utf8')));
