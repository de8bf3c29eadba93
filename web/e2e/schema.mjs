// Whether a message fits docs/protocol.schema.json. Compiled once; a keyword that is not known is an error.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';

export const options = { strictTypes: false, strictRequired: false };

/** A schema of the repository, compiled: its definitions are found under NAME#. */
export function compile(name) {
  const ajv = new Ajv(options);
  const schema = JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
  ajv.addSchema(schema, name);
  ajv.compile(schema);
  return (definition) => ajv.getSchema(`${name}#/definitions/${definition}`);
}

const protocol = compile('docs/protocol.schema.json');

/** What is wrong with a message as definitions/NAME; undefined when nothing is. */
export function complaint(name, value) {
  const fits = protocol(name);
  if (fits(value)) return undefined;
  return fits.errors.map(({ instancePath, message, params }) => `${name}${instancePath}: ${message} ${JSON.stringify(params)}`).join('; ');
}
