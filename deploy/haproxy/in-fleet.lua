-- Tells whether an address is that of a replica which DNS names at present. HAProxy's own expressions
-- can pick a server by name or by load, not by address.

core.register_converters('in_fleet', function(address, backend)
  for _, server in pairs(core.backends[backend].servers) do
    -- A slot without a replica has no address, so nothing equals it.
    if server:get_addr():match('^(.+):%d+$') == address then
      return true
    end
  end
  return false
end)
