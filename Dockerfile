# Winnow with psql, which writes into PostgreSQL. Everything it keeps is in /data.
FROM node:20-bookworm AS build
WORKDIR /winnow
COPY . .
RUN node --input-type=module --eval "import { setUp } from './scripts/setup.mjs'; await setUp();"

FROM node:20-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data && chown node:node /data
COPY --from=build /winnow /winnow
USER node
WORKDIR /data
ENTRYPOINT ["/winnow/dist/cli/main.js"]
