/*
 * Between a process and its disk: preloaded (LD_PRELOAD), it records what is done to the files below one folder, and
 * makes the n-th call of a kind fail.
 *
 *   CRASH_SHIM_FOLDER    files below this folder are looked at, all others are left alone
 *   CRASH_SHIM_RECORD    file that takes every operation with its data, in the order they happened
 *   CRASH_SHIM_MARKS     file whose writes are recorded as marks: what the program says about itself
 *   CRASH_SHIM_FAULT     KIND:COUNT:ERROR:HOW, such as write:17:ENOSPC:always
 *                        KIND write, sync, open, truncate, rename, mkdir, unlink
 *                        HOW  once, always, short (half of it is written, no error), fills (short, then always)
 *   CRASH_SHIM_SAYS      file that is told when the fault fired, and the number of calls of each kind at the end
 *   CRASH_SHIM_ANYWHERE  set: calls of kind open count outside of the folder too, once one inside of it was made
 *
 * One lock is held over each operation and its entry, so the record's order is the order on disk. SQLite's -shm files
 * are memory shared between processes, worth nothing after a crash: they can fail but are not recorded. A call that
 * changes a file in a way that cannot be recorded is reported, never passed over.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define LARGEST_FD 65536
#define REAL(name) ((typeof(&name))real_##name())
#define FIND(name) \
  static void *real_##name(void) { \
    static void *found; \
    if (!found) found = dlsym(RTLD_NEXT, #name); \
    return found; \
  }

FIND(open64) FIND(openat64) FIND(close) FIND(write) FIND(pwrite64) FIND(writev) FIND(pwritev64) FIND(ftruncate64)
FIND(truncate64) FIND(fsync) FIND(fdatasync) FIND(rename) FIND(unlink) FIND(unlinkat) FIND(rmdir) FIND(mkdir) FIND(mkdtemp) FIND(link)
FIND(copy_file_range) FIND(fallocate64) FIND(posix_fallocate64)

enum kind { WRITE, SYNC, OPEN, TRUNCATE, RENAME, MKDIR, UNLINK, KINDS };
static const char *const KIND_NAMES[KINDS] = {"write", "sync", "open", "truncate", "rename", "mkdir", "unlink"};

/* What an entry of the record is about. */
enum entry { E_OPEN = 1, E_CLOSE, E_WRITE, E_TRUNCATE, E_SYNC, E_RENAME, E_UNLINK, E_MKDIR, E_RMDIR, E_LINK, E_MARK };

/* How a descriptor is looked at. */
enum watch { NOT_OURS = 0, RECORDED, UNRECORDED, MARKS };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char watched[LARGEST_FD];
static char folder[4096], marks[4096];
static size_t folder_length;
static int record = -1, says = -1, anywhere;
static long counts[KINDS];
static enum kind fault_kind = KINDS;
static long fault_at;
static int fault_error;
static enum { ONCE, ALWAYS, SHORT, FILLS } fault_how;

static int open_quietly(const char *path) {
  return path ? REAL(open64)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644) : -1;
}

static void say(const char *format, ...) {
  char line[8192];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (says >= 0 && length > 0) REAL(write)(says, line, length < (int)sizeof line ? length : (int)sizeof line);
}

static int error_called(const char *name) {
  static const struct { const char *name; int number; } known[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EMFILE", EMFILE}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}, {"EACCES", EACCES}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) if (!strcmp(known[i].name, name)) return known[i].number;
  return EIO;
}

static void read_fault(const char *wish) {
  char kind[16], error[16], how[16];
  if (!wish || sscanf(wish, "%15[^:]:%ld:%15[^:]:%15s", kind, &fault_at, error, how) != 4) return;
  for (int i = 0; i < KINDS; i++) if (!strcmp(KIND_NAMES[i], kind)) fault_kind = i;
  fault_error = error_called(error);
  fault_how = !strcmp(how, "always") ? ALWAYS : !strcmp(how, "short") ? SHORT : !strcmp(how, "fills") ? FILLS : ONCE;
}

__attribute__((constructor)) static void begin(void) {
  const char *wish = getenv("CRASH_SHIM_FOLDER");
  snprintf(folder, sizeof folder, "%s", wish ? wish : "");
  folder_length = strlen(folder);
  snprintf(marks, sizeof marks, "%s", getenv("CRASH_SHIM_MARKS") ? getenv("CRASH_SHIM_MARKS") : "");
  record = open_quietly(getenv("CRASH_SHIM_RECORD"));
  says = open_quietly(getenv("CRASH_SHIM_SAYS"));
  anywhere = getenv("CRASH_SHIM_ANYWHERE") != NULL;
  read_fault(getenv("CRASH_SHIM_FAULT"));
}

__attribute__((destructor)) static void end(void) {
  for (int i = 0; i < KINDS; i++) say("count %s %ld\n", KIND_NAMES[i], counts[i]);
}

static const char *absolute(int base, const char *path, char *into) {
  if (path[0] == '/' || base != AT_FDCWD) return path;
  if (!getcwd(into, 4096)) return path;
  strncat(into, "/", 8191 - strlen(into));
  strncat(into, path, 8191 - strlen(into));
  return into;
}

static enum watch watch_of(const char *path) {
  if (marks[0] && !strcmp(path, marks)) return MARKS;
  if (!folder_length || strncmp(path, folder, folder_length) || (path[folder_length] != '/' && path[folder_length])) return NOT_OURS;
  size_t length = strlen(path);
  return length > 4 && !strcmp(path + length - 4, "-shm") ? UNRECORDED : RECORDED;
}


static void put(enum entry what, int fd, int64_t number, int result, const char *path, const void *data, size_t size) {
  if (record < 0) return;
  int saved = errno;
  uint32_t lengths[2] = {path ? strlen(path) : 0, size};
  int32_t small[3] = {what, fd, result};
  struct iovec parts[5] = {{small, sizeof small}, {&number, sizeof number}, {lengths, sizeof lengths},
                           {(void *)path, lengths[0]}, {(void *)data, size}};
  ssize_t whole = sizeof small + sizeof number + sizeof lengths + lengths[0] + size;
  if (REAL(writev)(record, parts, 5) != whole) say("unrecorded: the record itself cannot be written\n");
  errno = saved;
}

/* Counts a call and tells whether it is to fail; fills `allowed` for a write that is only to be cut short. */
static int fails(enum kind kind, const char *path, size_t *allowed) {
  long count = ++counts[kind];
  if (kind != fault_kind || count < fault_at) return 0;
  int first = count == fault_at;
  if (!first && (fault_how == ONCE || fault_how == SHORT)) return 0;
  if (first) say("fired %s %ld %s\n", KIND_NAMES[kind], count, path);
  if (first && (fault_how == SHORT || fault_how == FILLS) && allowed && *allowed > 1) {
    *allowed /= 2;
    return 0;
  }
  errno = fault_error;
  return 1;
}

static const char *name_of(int fd, char *into) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, into, 4095);
  into[length > 0 ? length : 0] = 0;
  return into;
}

/* Asks again what a descriptor stands for: it may have been closed by a way around us, and used anew. */
static enum watch watch_on(int fd) {
  if (fd < 0 || fd >= LARGEST_FD || !watched[fd]) return NOT_OURS;
  char room[4096];
  if (watch_of(name_of(fd, room)) == NOT_OURS) watched[fd] = NOT_OURS;
  return watched[fd];
}

static int open_watched(int base, const char *given, int flags, mode_t mode) {
  char room[8192];
  const char *path = absolute(base, given, room);
  enum watch how = watch_of(path);
  if (how == NOT_OURS && !(anywhere && counts[OPEN] > 0)) return REAL(openat64)(base, given, flags, mode);
  pthread_mutex_lock(&lock);
  int fd = -1;
  if (how == MARKS || !fails(OPEN, path, NULL)) {
    struct stat64 before;
    int existed = stat64(path, &before) == 0;
    fd = REAL(openat64)(base, given, flags, mode);
    if (fd >= 0 && fd < LARGEST_FD) watched[fd] = how;
    if (fd >= 0 && how == RECORDED) put(E_OPEN, fd, flags, existed, path, NULL, 0);
    if (fd >= LARGEST_FD && how == RECORDED) say("unrecorded: descriptor %d of %s is too large\n", fd, path);
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

static mode_t mode_in(int flags, va_list arguments) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0; }

#define OPENING(name, base, ...) \
  int name(__VA_ARGS__, int flags, ...) { \
    va_list arguments; \
    va_start(arguments, flags); \
    mode_t mode = mode_in(flags, arguments); \
    va_end(arguments); \
    return open_watched(base, path, flags, mode); \
  }
OPENING(open, AT_FDCWD, const char *path)
OPENING(open64, AT_FDCWD, const char *path)
OPENING(openat, base, int base, const char *path)
OPENING(openat64, base, int base, const char *path)
int creat(const char *path, mode_t mode) { return open_watched(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return open_watched(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int fd) {
  enum watch how = watch_on(fd);
  if (how == NOT_OURS) return REAL(close)(fd);
  pthread_mutex_lock(&lock);
  watched[fd] = NOT_OURS;
  if (how == RECORDED) put(E_CLOSE, fd, 0, 0, NULL, NULL, 0);
  int result = REAL(close)(fd);
  pthread_mutex_unlock(&lock);
  return result;
}

/* Where a write without a position goes to. */
static off64_t place_of(int fd) {
  struct stat64 now;
  if (fcntl(fd, F_GETFL) & O_APPEND) return fstat64(fd, &now) ? 0 : now.st_size;
  return lseek64(fd, 0, SEEK_CUR);
}

/* position < 0: where the descriptor stands. */
static ssize_t write_watched(int fd, const void *data, size_t size, off64_t position) {
  enum watch how = watch_on(fd);
  char room[4096];
  pthread_mutex_lock(&lock);
  ssize_t written = -1;
  size_t allowed = size;
  if (how == MARKS || !fails(WRITE, name_of(fd, room), &allowed)) {
    off64_t at = position < 0 ? place_of(fd) : position;
    written = position < 0 ? REAL(write)(fd, data, allowed) : REAL(pwrite64)(fd, data, allowed, position);
    if (written > 0 && how == RECORDED) put(E_WRITE, fd, at, 0, NULL, data, written);
    if (written > 0 && how == MARKS) put(E_MARK, fd, 0, 0, NULL, data, written);
  }
  pthread_mutex_unlock(&lock);
  return written;
}

static ssize_t write_parts(int fd, const struct iovec *parts, int count, off64_t position) {
  size_t size = 0;
  for (int i = 0; i < count; i++) size += parts[i].iov_len;
  char *whole = malloc(size ? size : 1);
  if (!whole) return errno = ENOMEM, -1;
  size_t at = 0;
  for (int i = 0; i < count; at += parts[i++].iov_len) memcpy(whole + at, parts[i].iov_base, parts[i].iov_len);
  ssize_t written = write_watched(fd, whole, size, position);
  int saved = errno;
  free(whole);
  errno = saved;
  return written;
}

ssize_t write(int fd, const void *data, size_t size) {
  return watch_on(fd) ? write_watched(fd, data, size, -1) : REAL(write)(fd, data, size);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  return watch_on(fd) ? write_watched(fd, data, size, at) : REAL(pwrite64)(fd, data, size, at);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return pwrite64(fd, data, size, at); }
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return watch_on(fd) ? write_parts(fd, parts, count, -1) : REAL(writev)(fd, parts, count);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  return watch_on(fd) ? write_parts(fd, parts, count, at) : REAL(pwritev64)(fd, parts, count, at);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return pwritev64(fd, parts, count, at); }

int ftruncate64(int fd, off64_t length) {
  enum watch how = watch_on(fd);
  if (how == NOT_OURS) return REAL(ftruncate64)(fd, length);
  char room[4096];
  pthread_mutex_lock(&lock);
  int result = fails(TRUNCATE, name_of(fd, room), NULL) ? -1 : REAL(ftruncate64)(fd, length);
  if (result == 0 && how == RECORDED) put(E_TRUNCATE, fd, length, 0, NULL, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int sync_watched(int fd, int data_only) {
  enum watch how = watch_on(fd);
  if (how == NOT_OURS || how == MARKS) return data_only ? REAL(fdatasync)(fd) : REAL(fsync)(fd);
  char room[4096];
  pthread_mutex_lock(&lock);
  int result = fails(SYNC, name_of(fd, room), NULL) ? -1 : data_only ? REAL(fdatasync)(fd) : REAL(fsync)(fd);
  if (how == RECORDED) put(E_SYNC, fd, data_only, result, NULL, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
int fsync(int fd) { return sync_watched(fd, 0); }
int fdatasync(int fd) { return sync_watched(fd, 1); }

/* A change of names: one path, or two. */
#define NAMING(kind, entry, path, other, call) \
  do { \
    if (watch_of(path) == NOT_OURS) return call; \
    pthread_mutex_lock(&lock); \
    int result = fails(kind, path, NULL) ? -1 : call; \
    if (result == 0 && watch_of(path) == RECORDED) put(entry, -1, 0, 0, path, other, strlen(other)); \
    pthread_mutex_unlock(&lock); \
    return result; \
  } while (0)

int rename(const char *from, const char *to) { NAMING(RENAME, E_RENAME, from, to, REAL(rename)(from, to)); }
int unlink(const char *path) { NAMING(UNLINK, E_UNLINK, path, "", REAL(unlink)(path)); }
int rmdir(const char *path) { NAMING(UNLINK, E_RMDIR, path, "", REAL(rmdir)(path)); }

/* Newer Nodes remove files by this one, which would call the system past the two above. */
int remove(const char *path) {
  struct stat about;
  return lstat(path, &about) == 0 && S_ISDIR(about.st_mode) ? rmdir(path) : unlink(path);
}
int mkdir(const char *path, mode_t mode) { NAMING(MKDIR, E_MKDIR, path, "", REAL(mkdir)(path, mode)); }
int link(const char *from, const char *to) { NAMING(RENAME, E_LINK, from, to, REAL(link)(from, to)); }
char *mkdtemp(char *pattern) {
  if (watch_of(pattern) == NOT_OURS) return REAL(mkdtemp)(pattern);
  pthread_mutex_lock(&lock);
  char *path = fails(MKDIR, pattern, NULL) ? NULL : REAL(mkdtemp)(pattern);
  if (path) put(E_MKDIR, -1, 0, 0, path, "", 0);
  pthread_mutex_unlock(&lock);
  return path;
}
int unlinkat(int base, const char *path, int flags) {
  if (base == AT_FDCWD) return flags & AT_REMOVEDIR ? rmdir(path) : unlink(path);
  if (record >= 0 && watch_on(base) == RECORDED) say("unrecorded: unlinkat below an open folder: %s\n", path);
  return REAL(unlinkat)(base, path, flags);
}

/* Nothing here uses these today. If that changes, the campaign must learn about it. */
#define CANNOT(fd, name) \
  do { \
    char room[4096]; \
    if (record >= 0 && watch_on(fd) == RECORDED) say("unrecorded: " name " on %s\n", name_of(fd, room)); \
  } while (0)
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *into, size_t size, unsigned flags) {
  CANNOT(to, "copy_file_range");
  return REAL(copy_file_range)(from, at, to, into, size, flags);
}
int fallocate64(int fd, int mode, off64_t at, off64_t size) {
  CANNOT(fd, "fallocate");
  return REAL(fallocate64)(fd, mode, at, size);
}
int posix_fallocate64(int fd, off64_t at, off64_t size) {
  CANNOT(fd, "posix_fallocate");
  return REAL(posix_fallocate64)(fd, at, size);
}
int truncate64(const char *path, off64_t length) {
  if (record >= 0 && watch_of(path) == RECORDED) say("unrecorded: truncate of %s\n", path);
  return REAL(truncate64)(path, length);
}
int truncate(const char *path, off_t length) { return truncate64(path, length); }
