# Winnow with Chromium, which shows pages made by scripts, and psql, which writes into PostgreSQL. Everything it keeps is in /data.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /winnow
COPY . .
RUN npm pack --pack-destination /

FROM node:24.21.0-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium chromium-sandbox postgresql-client \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data && chown node:node /data
COPY --from=build /winnow-crawler-*.tgz /tmp/
RUN npm install --global --ignore-scripts --no-audit --no-fund /tmp/winnow-crawler-*.tgz && npm cache clean --force
USER node
WORKDIR /data
# A server answers, any other command is well as long as it runs.
HEALTHCHECK --interval=30s --timeout=5s --retries=3 CMD ["node", "--eval", "const words = require('node:fs').readFileSync('/proc/1/cmdline', 'utf8').split('\\0'); if (words.includes('serve')) fetch('http://127.0.0.1:7700/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["winnow"]
